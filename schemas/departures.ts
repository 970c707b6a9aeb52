import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Version } from '../harness/version.js';
import type { Form, ResourceName } from './declaration.js';
import { derive } from './derive.js';
import type { Aspect } from './facts.js';
import { locate, type Place } from './locate.js';
import { proseOfField } from './types.js';

export type { Form, ResourceName } from './declaration.js';
export {
  type Aspect,
  type Departable,
  type FieldFact,
  fieldsOf,
  type Presence,
  tables,
} from './facts.js';

/** One defect of a judged value. */
export interface Departure {
  readonly aspect: Aspect;
  /** The innermost table whose field it is: `cover.list`, `project.embedded`, `user.settings`, … */
  readonly table: string;
  /** The field; empty if the judged value itself is not an object. */
  readonly field: string;
  /** Where it is, or should be, as a JSON pointer from the judged value. */
  readonly pointer: string;
  /** What would have been right, in a few words. */
  readonly expected: string;
  /** What stands there; undefined if nothing does. */
  readonly received: unknown;
  /** The version that adds the field, or demands it, if that is not 1.0. */
  readonly since?: Version;
}

// `verbose` brings the refused value with each error; `ownProperties` keeps what a value inherits
// from being taken for its fields. The schemas are our own, and a test holds them to be valid.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  ownProperties: true,
  allowUnionTypes: true,
  strictTypes: false,
  validateSchema: false,
  // Each validator judges a few hundred values: making it faster takes longer than it saves.
  code: { optimize: false },
});

const validators = new Map<string, ValidateFunction>();

// Compiling them all takes about a second, and most runs need a few of them: each on first use.
function validatorOf(version: Version, resource: ResourceName, form: Form): ValidateFunction {
  const key = `${version} ${resource}.${form}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const validator = ajv.compile(derive(version, resource, form));
  validators.set(key, validator);
  return validator;
}

/**
 * Everything in which a value departs from one form of a resource in a version: one departure for
 * each defect, none for a sound value. Rests on SPEC.md, "Resources and their fields", "Events" and
 * "Errors". Throws a RangeError if the resource does not have that form.
 */
export function departures(
  version: Version,
  resource: ResourceName,
  form: Form,
  value: unknown,
): Departure[] {
  const validate = validatorOf(version, resource, form);
  if (validate(value)) return [];
  const found = new Map<string, Departure>();
  for (const error of validate.errors ?? []) {
    // "if" only says that its "else" has failed, and that has reported for itself.
    if (error.keyword === 'if') continue;
    const departure = departureOf(error, version, `${resource}.${form}`, value);
    const key = `${departure.aspect} ${departure.pointer}`;
    if (!found.has(key)) found.set(key, departure);
  }
  return [...found.values()];
}

function departureOf(
  error: ErrorObject,
  version: Version,
  table: string,
  value: unknown,
): Departure {
  const { instancePath, keyword, params, data } = error;
  if (keyword === 'required') {
    const pointer = `${instancePath}/${String(params.missingProperty)}`;
    return missing(pointer, locate(table, pointer, value));
  }
  if (instancePath === '') {
    return { aspect: 'type', table, field: '', pointer: '', expected: 'an object', received: data };
  }
  const place = locate(table, instancePath, value);
  const { name, since } = place.field;
  const where = { table: place.table, field: name, pointer: instancePath, received: data };
  const later = since === '1.0' ? {} : { since };
  if (keyword === 'false schema') {
    return { aspect: 'premature', ...where, expected: `absent before ${since}`, ...later };
  }
  const expected = place.item ?? proseOfField(place.field, version);
  return { aspect: 'type', ...where, expected, ...later };
}

function missing(pointer: string, { table, field }: Place): Departure {
  const { name, required } = field;
  const gated = required !== '1.0' && required !== 'never';
  return {
    aspect: 'missing',
    table,
    field: name,
    pointer,
    expected: gated ? `to be there (since ${required})` : 'to be there',
    received: undefined,
    ...(gated ? { since: required } : {}),
  };
}
