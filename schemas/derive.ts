import type { Version } from '../harness/version.js';
import type { Form, ResourceName } from './declaration.js';
import { SOURCES } from './sources/index.js';
import { presenceOf, type Table, type TableField, tableNamed } from './tables.js';
import { definition, type JsonSchema, schemaOfField } from './types.js';

/**
 * The JSON Schema (2020-12) of one form of a resource in one version. It stands alone: embedded
 * forms and parts are under `$defs`, by the name of their table. A field of the version is
 * required, a field of a later one is `false` (B-6), and what SPEC.md does not list is let through
 * (B-39). Throws a RangeError if the resource does not have that form.
 */
export function derive(version: Version, resource: ResourceName, form: Form): JsonSchema {
  const table = tableNamed(`${resource}.${form}`);
  const referred = tablesReferredTo(table).map((each) => [each.name, bodyOf(each, version)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:patchwork-conformance:v${version}:${table.name}`,
    type: 'object',
    ...bodyOf(table, version),
    ...(referred.length === 0 ? {} : { $defs: Object.fromEntries(referred) }),
  };
}

function bodyOf({ resource, fields }: Table, version: Version): JsonSchema {
  const properties = fields.map((field) => [
    field.name,
    presenceOf(field, version) === 'absent' ? false : schemaOfField(field, resource, version),
  ]);
  const required = fields
    .filter((field) => presenceOf(field, version) === 'required')
    .map((field) => field.name);
  const byOther = fields.flatMap((field) => partsByOther(field, resource));
  return {
    properties: Object.fromEntries(properties),
    required,
    ...(byOther.length === 0 ? {} : { allOf: byOther }),
  };
}

// SPEC.md, "Event": `payload` is an "object, shape depends on category".
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

/** Every table met inside a value of the table, however deep, each once. */
function tablesReferredTo(table: Table): Table[] {
  const found = new Set<string>();
  const visit = ({ resource, fields }: Table): void => {
    for (const name of fields.flatMap((field) => tablesIn(field, resource))) {
      if (found.has(name)) continue;
      found.add(name);
      visit(tableNamed(name));
    }
  };
  visit(table);
  return [...found].map(tableNamed);
}

function tablesIn({ name, type }: TableField, resource: ResourceName): string[] {
  if (typeof type !== 'object') return [];
  if ('one' in type) return [`${type.one}.embedded`];
  if ('many' in type) return [`${type.many}.embedded`];
  if ('part' in type) return [`${resource}.${type.part}`];
  return Object.keys(SOURCES[resource].parts ?? {})
    .filter((part) => part.startsWith(`${name}.`))
    .map((part) => `${resource}.${part}`);
}
