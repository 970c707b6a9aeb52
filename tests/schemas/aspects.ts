import { schemaViolations } from '../../schemas/validate.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import type { Version } from '../../specification/versions.js';
import { changed } from './places.js';
import { sample } from './samples.js';

/** The violations of a value, a line each: aspect, table, field, pointer. */
export function aspects(
  version: Version,
  resource: ResourceName,
  form: Form,
  value: unknown,
): string[] {
  return schemaViolations(version, resource, form, value).map(
    ({ aspect, table, field, pointer }) => `${aspect} ${table} ${field} ${pointer}`,
  );
}

/** The same, of a sound value in which one field holds something else, or is gone. */
export function withField(
  v: Version,
  resource: ResourceName,
  form: Form,
  field: string,
  to: unknown,
) {
  return aspects(v, resource, form, changed(sample(v, resource, form), [field], to));
}
