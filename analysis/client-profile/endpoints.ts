import { COLLECTION_OF, ENDPOINTS as SPECIFIED } from '../../specification/endpoints.js';
import { type Basis, NOT_EXAMINED, resting } from './basis.js';

/** What is observed of a list in versions for which the specification does not show it. */
function answering(requirement: string): Basis {
  return {
    by: 'observation',
    requirement,
    tell: (observed) =>
      observed === 'answers with a list'
        ? { state: 'holds', why: 'it answers, though the specification shows it later only' }
        : { state: 'broken', why: `${String(observed)}` },
  };
}

/** The patches themselves, of which the specification shows the embedded form only. */
const PATCHES: readonly Basis[] = [
  {
    by: 'observation',
    requirement: 'version.patches.fields',
    tell: () => ({ state: 'holds', why: 'it answers, as was seen' }),
  },
];

/** Requirements whose ids are not made of the resource and the form. */
const REQUIRED_BY: Readonly<Partial<Record<string, readonly string[]>>> = {
  root: ['root.answers', 'root.collections'],
  'patch-comments.detail': ['comment.patch.detail'],
};

const SHOWN = SPECIFIED.filter(({ method }) => method === 'get').map(({ resource, form }) => {
  const collection = COLLECTION_OF[resource];
  const name = form === 'list' || collection === 'root' ? collection : `${collection}.${form}`;
  return [name, resting(...(REQUIRED_BY[name] ?? [`${resource}.${form}`]))] as const;
});

/** What a client may read, and what shows that it can (SPEC.md, "Endpoint table"). */
export const ENDPOINTS: Readonly<Record<string, readonly Basis[]>> = {
  ...Object.fromEntries(SHOWN),
  patches: PATCHES,
  'patches.detail': PATCHES,
  checks: [...resting('check.list'), answering('check.list.before-1.3')],
  'cover-comments': [...resting('comment.cover.list'), answering('comment.cover.list.in-1.0')],
  'cover-comments.detail': NOT_EXAMINED,
  'patch-comments': NOT_EXAMINED,
};

/** The resource of the report's field table that a collection holds. */
export const RESOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COLLECTION_OF).map(([resource, collection]) => [collection, resource]),
);

/** The forms in which an object is shown. */
export const FORMS = ['list', 'detail', 'embedded'] as const;
