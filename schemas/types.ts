import type { Version } from '../harness/version.js';
import { otherRenderingOf, type TableField } from './tables.js';

/** A JSON Schema, or a piece of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * Absolute, http or https, with something for a host. Every repetition stands alone, so that a long
 * and hostile value is refused in linear time.
 */
export const URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]\\S*$';

// The months have their days.
const DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])' +
  '|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)' +
  '|02-(?:0[1-9]|[12]\\d))';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:[.,]\\d+)?';
const ZONE = '(?:Z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?';

/** B-15: an ISO 8601 date-time; zone and fraction are there or not. */
export const DATE_PATTERN = `^\\d{4}-${DAY}T${TIME}${ZONE}$`;

/** How the embedded tables and the parts are named inside a schema. */
export function definition(table: string): string {
  return `#/$defs/${table}`;
}

function orNull(type: string, blank: boolean): string | string[] {
  return blank ? [type, 'null'] : type;
}

// B-13: where text may be blank, both null and "" are let through.
function text(blank: boolean, pattern?: string): JsonSchema {
  const type = orNull('string', blank);
  if (pattern === undefined) return blank ? { type } : { type, minLength: 1 };
  return { type, pattern: blank ? `^$|${pattern}` : pattern };
}

// SPEC.md, "Cover letter": a "mapping of header names to values"; B-16: "each value a string or an
// array of strings".
const HEADERS: JsonSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
};

/**
 * The schema of one field's value in a version, for a field that the version has. The tables it
 * refers to state no type of their own: the type stands here, beside the reference, so that null
 * can be let through and a wrong value gives one error and not several.
 */
export function schemaOfField(field: TableField, resource: string, version: Version): JsonSchema {
  const schema = schemaOfType(field, resource);
  const other = otherRenderingOf(field, version);
  if (other === undefined) return schema;
  return other.type === 'string'
    ? { ...schema, type: [schema.type, 'string'].flat() }
    : { ...schema, type: [schema.type, 'array'].flat(), items: { type: 'string' } };
}

function schemaOfType({ type, blank }: TableField, resource: string): JsonSchema {
  if (typeof type === 'object') {
    if ('many' in type) {
      const items = { type: 'object', $ref: definition(`${type.many}.embedded`) };
      return { type: orNull('array', blank), items };
    }
    const object = orNull('object', blank);
    if ('one' in type) return { type: object, $ref: definition(`${type.one}.embedded`) };
    if ('part' in type) return { type: object, $ref: definition(`${resource}.${type.part}`) };
    return { type: object };
  }
  switch (type) {
    case 'integer':
    case 'boolean':
      return { type: orNull(type, blank) };
    case 'text':
    case 'url-by-hand':
      return text(blank);
    case 'url':
      return text(blank, URL_PATTERN);
    case 'email':
      return text(blank, '@');
    case 'date':
      return text(blank, DATE_PATTERN);
    case 'headers':
      return HEADERS;
  }
}

/** The same in words, for a report: `an integer`, `an absolute http(s) URL`, … */
export function proseOfField(field: TableField, version: Version): string {
  const words = [proseOfType(field)];
  const other = otherRenderingOf(field, version);
  if (other !== undefined) words.push(other.type === 'string' ? 'a string' : 'an array of strings');
  if (field.blank) words.push('null');
  return words.join(' or ');
}

function proseOfType({ type, blank }: TableField): string {
  if (typeof type === 'object') {
    if ('many' in type) return `an array of embedded ${type.many} objects`;
    if ('one' in type) return `an embedded ${type.one} object`;
    return 'an object';
  }
  switch (type) {
    case 'integer':
      return 'an integer';
    case 'boolean':
      return 'a boolean';
    case 'text':
      return blank ? 'a string' : 'a string that is not empty';
    case 'url-by-hand':
      return 'a string';
    case 'url':
      return 'an absolute http(s) URL';
    case 'email':
      return 'an e-mail address';
    case 'date':
      return 'an ISO 8601 date-time';
    case 'headers':
      return 'an object of header names, each with a string or an array of strings';
  }
}
