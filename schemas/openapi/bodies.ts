import type { ResourceName } from '../../specification/resource.js';
import { type TableField, tableNamed } from '../../specification/tables.js';
import { since, type Version } from '../../specification/versions.js';
import { type JsonSchema, schemaOfField } from '../types.js';

/** The fields that can be written (SPEC.md, "Resources and their fields", and the endpoint table). */
const WRITABLE = {
  bundle: ['name', 'patches', 'public'],
  project: [
    'web_url',
    'scm_url',
    'webscm_url',
    'list_archive_url',
    'list_archive_url_format',
    'commit_url_format',
  ],
  user: ['first_name', 'last_name', 'settings'],
  check: ['state', 'target_url', 'context', 'description'],
  'patch-comment': ['addressed'],
} satisfies Partial<Record<ResourceName, readonly string[]>>;

/** A resource that can be written. */
export type WrittenResource = keyof typeof WRITABLE;

/**
 * The body of a write, as an OpenAPI document states it: JSON, or a form. No field is said to be
 * required: "which body fields are required versus optional on writes: not shown".
 */
export function bodyOf(resource: WrittenResource, version: Version): JsonSchema {
  const fields = tableNamed(`${resource}.detail`).fields.filter(
    (field) =>
      (WRITABLE[resource] as readonly string[]).includes(field.name) &&
      since(field.since).includes(version),
  );
  const schema = (some: readonly TableField[]) => ({
    type: 'object',
    properties: Object.fromEntries(
      some.map((field) => [field.name, schemaOfWritten(field, resource, version)]),
    ),
  });
  // How a form writes a field within a field is not shown.
  const flat = fields.filter(({ type }) => typeof type !== 'object' || !('part' in type));
  return {
    required: true,
    content: {
      'application/json': { schema: schema(fields) },
      'application/x-www-form-urlencoded': { schema: schema(flat) },
    },
  };
}

function schemaOfWritten(
  field: TableField,
  resource: WrittenResource,
  version: Version,
): JsonSchema {
  if (typeof field.type !== 'object') return schemaOfField(field, resource, version);
  // "patches: array of embedded patches; on write: array of integer patch ids".
  if (!('part' in field.type)) return { type: 'array', items: { type: 'integer' } };
  const inner = tableNamed(`${resource}.${field.type.part}`).fields;
  return {
    type: 'object',
    properties: Object.fromEntries(
      inner.map((each) => [each.name, schemaOfField(each, resource, version)]),
    ),
  };
}
