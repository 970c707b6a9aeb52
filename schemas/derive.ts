import type { ResourceName } from '../specification/resource.js';
import { SOURCES } from '../specification/resources/index.js';
import { ALL_TABLES, presenceOf, type Table, type TableField } from '../specification/tables.js';
import type { Version } from '../specification/versions.js';
import { definition, type JsonSchema, schemaOfField } from './types.js';

/**
 * The bodies of 400, which have no table (B-23): messages by field, "an array of messages", in some
 * renderings "a single string", and for a nested field an object of the same shape.
 */
export const INVALID_BODIES = {
  'field-errors': { type: 'object', additionalProperties: { $ref: definition('messages') } },
  messages: {
    type: ['string', 'array', 'object'],
    items: { type: 'string' },
    minItems: 1,
    additionalProperties: { $ref: definition('messages') },
  },
} satisfies Readonly<Record<string, JsonSchema>>;

/** The JSON Schema (2020-12) of a version: every table under `$defs`, by its name, and the bodies of 400. */
export function schemaOfVersion(version: Version): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:patchwork-conformance:v${version}`,
    $defs: {
      ...Object.fromEntries(ALL_TABLES.map((table) => [table.name, schemaOfTable(table, version)])),
      ...INVALID_BODIES,
    },
  };
}

/**
 * The schema of one table in a version. A field of the version is required, a field of a later one is
 * `false` (B-6), and what docs/api.md does not list is let through (B-39).
 */
export function schemaOfTable({ resource, fields }: Table, version: Version): JsonSchema {
  const properties = fields.map((field) => [
    field.name,
    presenceOf(field, version) === 'absent' ? false : schemaOfField(field, resource, version),
  ]);
  const required = fields
    .filter((field) => presenceOf(field, version) === 'required')
    .map((field) => field.name);
  const byOther = fields.flatMap((field) => partsByOther(field, resource));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    ...(byOther.length === 0 ? {} : { allOf: byOther }),
  };
}

// docs/api.md, "Event": `payload` depends on `category`.
function partsByOther({ name, type }: TableField, resource: ResourceName): JsonSchema[] {
  if (typeof type !== 'object' || !('partsBy' in type)) return [];
  const prefix = `${name}.`;
  return Object.keys(SOURCES[resource].parts ?? {})
    .filter((part) => part.startsWith(prefix))
    .map((part) => ({
      // "if it is another category, nothing; else": holds for an event without a category, too.
      if: { properties: { [type.partsBy]: { not: { const: part.slice(prefix.length) } } } },
      else: { properties: { [name]: { $ref: definition(`${resource}.${part}`) } } },
    }));
}
