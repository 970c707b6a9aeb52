import type { Refusal } from '../../specification/endpoints.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { tablesWithin } from '../../specification/tables-within.js';
import type { Version } from '../../specification/versions.js';
import { INVALID_BODIES, schemaOfTable } from '../derive.js';
import type { JsonSchema } from '../types.js';

const SCHEMAS = '#/components/schemas/';

/** A reference to the schema of one form of a resource. */
export function schemaRef(resource: ResourceName, form: Form): JsonSchema {
  return { $ref: `${SCHEMAS}${resource}.${form}` };
}

/**
 * The schemas of these forms in a version and of all that is embedded in them, each once, by the
 * name of its table.
 */
export function schemasOf(
  version: Version,
  forms: readonly { resource: ResourceName; form: Form }[],
): Record<string, unknown> {
  const tables = forms.flatMap(({ resource, form }) => tablesWithin(`${resource}.${form}`));
  return Object.fromEntries(
    tables.map((table) => [table.name, within(schemaOfTable(table, version))]),
  );
}

/** The same with its references into `components`, where OpenAPI has its schemas. */
function within(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(within);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', SCHEMAS) : within(value),
    ]),
  );
}

/** The schemas that only refusals of writes refer to. */
export const SCHEMAS_OF_WRITES = Object.fromEntries(
  Object.entries(INVALID_BODIES).map(([name, schema]) => [name, within(schema)]),
);

const SAYS: Readonly<Record<Refusal, string>> = {
  400: 'The body is not valid.',
  403: 'The caller lacks permission.',
  404: 'The object does not exist, or the caller must sign in to see it.',
};

/** docs/api.md, "Errors": the answers that refuse, by the status. */
export function responseOf(refusal: Refusal): JsonSchema {
  const schema =
    refusal === 400 ? { $ref: `${SCHEMAS}field-errors` } : schemaRef('error', 'detail');
  return { description: SAYS[refusal], content: { 'application/json': { schema } } };
}

/** Where no refusal is specified there may still be one, of which nothing is said (B-24, B-35). */
export const UNSPECIFIED: JsonSchema = {
  description: 'Refused: the API is disabled, or does not offer this version or page.',
};
