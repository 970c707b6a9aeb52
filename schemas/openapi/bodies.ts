import type { ResourceName, WriteAction } from '../../specification/resource.js';
import { tableNamed } from '../../specification/tables.js';
import { tablesOfField } from '../../specification/tables-within.js';
import type { Version } from '../../specification/versions.js';
import { type WritableField, writableFields } from '../../specification/writable.js';
import { type JsonSchema, schemaOfField } from '../types.js';

/**
 * The body of a write, as an OpenAPI document states it: JSON, or a form. No field is said to be
 * required: "which body fields are required versus optional on writes: not shown".
 */
export function bodyOf(resource: ResourceName, action: WriteAction, version: Version): JsonSchema {
  const fields = writableFields(resource, action, version);
  // How a form writes a field within a field is not shown.
  const flat = fields.filter(({ name }) => !name.includes('.'));
  return {
    required: true,
    content: {
      'application/json': { schema: objectOf(resource, fields, version) },
      'application/x-www-form-urlencoded': { schema: objectOf(resource, flat, version) },
    },
  };
}

function objectOf(
  resource: ResourceName,
  fields: readonly WritableField[],
  version: Version,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) {
    const [outer = '', inner] = field.name.split('.');
    const schema = schemaOfWritten(resource, field, version);
    if (inner === undefined) properties[outer] = schema;
    else {
      const known = properties[outer]?.properties as Record<string, JsonSchema> | undefined;
      properties[outer] = { type: 'object', properties: { ...known, [inner]: schema } };
    }
  }
  return { type: 'object', properties };
}

function schemaOfWritten(
  resource: ResourceName,
  { name, value }: WritableField,
  version: Version,
): JsonSchema {
  if (value.kind === 'patch-ids') return { type: 'array', items: { type: 'integer' } };
  const [outer, inner] = name.split('.');
  const detail = tableNamed(`${resource}.detail`);
  const whole = detail.fields.find((each) => each.name === outer);
  const [part] = whole === undefined ? [] : tablesOfField(detail, whole);
  const field = inner === undefined ? whole : part?.fields.find((each) => each.name === inner);
  if (field === undefined) throw new RangeError(`a ${resource} shows no ${name}`);
  return schemaOfField(field, resource, version);
}
