import {
  COLLECTION_OF,
  type CollectedResource,
  ENDPOINTS as SPECIFIED,
} from '../../specification/endpoints.js';
import { type Basis, NOT_EXAMINED, observing, resting } from './basis.js';

/** Requirements whose ids do not follow from resource and form. */
const REQUIRED_BY: Readonly<Partial<Record<string, readonly string[]>>> = {
  root: ['root.answers', 'root.collections'],
  'patch-comments.detail': ['comment.patch.detail'],
};

const SHOWN = SPECIFIED.filter(({ method }) => method === 'get').map(({ resource, form }) => {
  const collection = COLLECTION_OF[resource];
  const name = form === 'list' || collection === 'root' ? collection : `${collection}.${form}`;
  return [name, resting(...(REQUIRED_BY[name] ?? [`${resource}.${form}`]))] as const;
});

/** Endpoints and the basis of each (docs/api.md, "Endpoint table"). */
export const ENDPOINTS: Readonly<Record<string, readonly Basis[]>> = {
  ...Object.fromEntries(SHOWN),
  patches: resting('client.patch.list'),
  'patches.detail': resting('client.patch.detail'),
  'patch-comments': resting('client.patch.comments'),
  checks: [...resting('check.list'), ...resting('client.check.list')],
  'checks.detail': [...resting('check.detail'), ...resting('client.check.detail')],
  'cover-comments': [
    ...resting('comment.cover.list'),
    ...observing('comment.cover.list.in-1.0', (observed) =>
      observed === 'returns a list'
        ? { answer: 'yes', why: 'available, but only specified in later versions' }
        : { answer: 'no', why: `${String(observed)}` },
    ),
  ],
  'cover-comments.detail': NOT_EXAMINED,
};

/** The resource of a collection in the field table. */
export const RESOURCES: Readonly<Record<string, CollectedResource>> = Object.fromEntries(
  (Object.entries(COLLECTION_OF) as [CollectedResource, string][]).map(([resource, name]) => [
    name,
    resource,
  ]),
);

/** The forms of an object. */
export const FORMS = ['list', 'detail', 'embedded'] as const;

/** `covers.list`, `series.detail`, `patches.embedded`: where a field may be needed. */
export const FIELD_PLACES: readonly string[] = Object.keys(RESOURCES).flatMap((collection) =>
  // The root is a single object and is never embedded.
  (collection === 'root' ? ['detail'] : FORMS).map((form) => `${collection}.${form}`),
);

/** The basis of a field: that every object of this form has it. */
export function fieldBasis(place: string, field: string): Basis[] {
  const [collection = '', form = ''] = place.split('.');
  return [{ by: 'field', resource: RESOURCES[collection] ?? collection, form, field }];
}
