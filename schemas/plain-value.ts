import type { FieldType } from './declaration.js';
import { DATE_PATTERN, URL_PATTERN } from './types.js';

/** The types of fields that hold neither an object nor an array. */
export type PlainType = Exclude<FieldType, object | 'headers'>;

// With `u`, as JSON Schema (2020-12) has it: the generated schemas say the same.
const URL_TEXT = new RegExp(URL_PATTERN, 'u');
const DATE_TEXT = new RegExp(DATE_PATTERN, 'u');

/**
 * Whether a value is what a plain type wants. Where the field may be blank, null is let through, and
 * of text the empty string (B-13).
 */
export function isOfType(type: PlainType, blank: boolean, value: unknown): boolean {
  if (value === null) return blank;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (value === '') return blank;
  switch (type) {
    case 'text':
    case 'url-by-hand':
      return true;
    case 'url':
      return URL_TEXT.test(value);
    case 'email':
      return value.includes('@');
    case 'date':
      return DATE_TEXT.test(value);
  }
}
