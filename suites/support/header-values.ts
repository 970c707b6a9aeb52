import { at, isObject, type Seen } from '../../harness/place.js';
import type { Table } from '../../specification/tables.js';

/** The values of a header of a mail, by case-insensitive name (docs/api.md, "Cover letter"). */
export function headerValues(mail: Seen, wanted: string): string[] {
  const { value: headers } = at(mail, 'headers');
  if (!isObject(headers)) return [];
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string');
}

/** Whether the objects of a table have these fields. */
export function hasFields({ fields }: Table, ...names: string[]): boolean {
  return names.every((name) => fields.some((each) => each.name === name));
}

/** A message id without brackets, which are optional, and without white space, since headers may be folded. */
export function bareMsgid(text: string): string {
  return text.replace(/[<>\s]/g, '');
}
