import { isObject } from '../../harness/place.js';
import type { Basis, Told } from './basis.js';
import { FORMS, RESOURCES } from './endpoints.js';

/** `covers.list`, `series.detail`, `patches.embedded`: where a field may be needed. */
export const FIELD_PLACES: readonly string[] = Object.keys(RESOURCES).flatMap((collection) =>
  // The root is a single object and is never embedded.
  (collection === 'root' ? ['detail'] : FORMS).map((form) => `${collection}.${form}`),
);

/**
 * The basis of a field. Only the embedded form of patches is specified; fields of their list and detail
 * are observed.
 */
export function fieldBasis(place: string, field: string): Basis[] {
  const [collection = '', form = ''] = place.split('.');
  const resource = RESOURCES[collection] ?? collection;
  if (resource === 'patch' && form !== 'embedded') return [observed(form, field)];
  return [{ by: 'field', resource, form, field }];
}

function observed(form: string, field: string): Basis {
  return {
    by: 'observation',
    requirement: 'version.patches.fields',
    tell: (value): Told => {
      const seen = isObject(value) && Object.hasOwn(value, form) ? value[form] : undefined;
      if (typeof seen !== 'string') return { state: 'undetermined', why: 'no patch found' };
      return seen.split(', ').includes(field)
        ? { state: 'holds', why: 'present, but not specified' }
        : { state: 'broken', why: 'missing, and not specified' };
    },
  };
}
