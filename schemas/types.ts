import type { FieldType } from '../specification/resource.js';
import { otherRenderingOf, type TableField } from '../specification/tables.js';
import type { Version } from '../specification/versions.js';

/** A JSON Schema, or a piece of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

// Why these are patterns and not `format: uri` and `format: email`: `uri` takes "http:" and "ftp://a/",
// and refuses the letters and braces that a CI may have typed into a `target_url`; `email` refuses
// list@localhost. Every repetition stands alone, so that a long value is refused in linear time.
const URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]\\S*$';
const EMAIL_PATTERN = '@';

// B-15: an ISO 8601 date-time, with or without zone and fraction. `iso-date-time` (of ajv-formats) knows
// the calendar and the leap seconds. It would take a space or `t` for the `T`, and `z` for the `Z`; the
// pattern does not, and says most of the format to validators that do not know it.
const DATE: JsonSchema = {
  type: 'string',
  format: 'iso-date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[\\d.:+Z-]*$',
};

/** A reference to the table of that name. */
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

// docs/api.md, "Cover letter": an object of header names, each with a string or an array of strings (B-16).
function headers(blank: boolean): JsonSchema {
  return {
    type: orNull('object', blank),
    additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
  };
}

/** The schema of each type of plain value, and what it is in words. */
const PLAIN: Readonly<
  Record<Extract<FieldType, string>, { schema: (blank: boolean) => JsonSchema; says: string }>
> = {
  integer: { schema: (blank) => ({ type: orNull('integer', blank) }), says: 'an integer' },
  boolean: { schema: (blank) => ({ type: orNull('boolean', blank) }), says: 'a boolean' },
  text: { schema: (blank) => text(blank), says: 'a string' },
  'url-by-hand': { schema: (blank) => text(blank), says: 'a string' },
  url: { schema: (blank) => text(blank, URL_PATTERN), says: 'an absolute http(s) URL' },
  email: { schema: (blank) => text(blank, EMAIL_PATTERN), says: 'an e-mail address' },
  date: { schema: () => DATE, says: 'an ISO 8601 date-time' },
  headers: {
    schema: (blank) => headers(blank),
    says: 'an object of header names, each with a string or an array of strings',
  },
};

/** The schema of one field's value in a version, for a field that the version has. */
export function schemaOfField(field: TableField, resource: string, version: Version): JsonSchema {
  const schema = schemaOfType(field, resource);
  const other = otherRenderingOf(field, version);
  if (other === undefined) return schema;
  return other.type === 'string'
    ? { anyOf: [schema, { type: 'string' }] }
    : { ...schema, type: [schema.type, 'array'].flat(), items: { type: 'string' } };
}

function schemaOfType({ type, blank }: TableField, resource: string): JsonSchema {
  if (typeof type === 'object') {
    if ('many' in type) {
      return { type: orNull('array', blank), items: { $ref: definition(`${type.many}.embedded`) } };
    }
    // That of an unknown category may be anything (B-7); the parts say that theirs are objects.
    if ('partsBy' in type) return {};
    const table = 'one' in type ? `${type.one}.embedded` : `${resource}.${type.part}`;
    const object = { $ref: definition(table) };
    return blank ? { anyOf: [object, { type: 'null' }] } : object;
  }
  return PLAIN[type].schema(blank);
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
  return type === 'text' && !blank ? 'a string that is not empty' : PLAIN[type].says;
}
