import type { Basis } from './basis.js';
import { FORMS, RESOURCES } from './endpoints.js';

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
