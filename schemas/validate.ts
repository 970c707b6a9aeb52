import { createRequire } from 'node:module';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Form, ResourceName } from '../specification/resource.js';
import { type Aspect, type Table, tableNamed, type TableField } from '../specification/tables.js';
import { isJsonObject, tableInField } from '../specification/tables-within.js';
import { proseOfField } from './types.js';

/** One defect of a validated value. */
export interface SchemaViolation {
  readonly aspect: Aspect;
  /** The innermost table whose field it is: `cover.list`, `project.embedded`, `user.settings`, … */
  readonly table: string;
  /** The field; empty if the validated value itself is not an object. */
  readonly field: string;
  /** Where it is, or should be, as a JSON pointer from the validated value. */
  readonly pointer: string;
  /** What would have been right, in a few words. */
  readonly expected: string;
  /** What stands there; undefined if nothing does. */
  readonly received: unknown;
  /** The version that adds the field, or demands it, if that is not 1.0. */
  readonly since?: Version;
}

/** What is used of Ajv's errors. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: { readonly missingProperty?: string };
}

type Validator = ((value: unknown) => boolean) & { errors?: readonly SchemaError[] | null };

/** How many items of an embedded array are validated: Ajv keeps an error for each defect of them. */
const MOST_ITEMS = 10_000;

/** How many violations of one field are kept, of the same aspect: more would only repeat them. */
const MOST_ALIKE = 100;

// The build compiles schemas/v1.x/schema.json to dist/schemas/v1.x.cjs; `imports` of package.json finds
// that from the sources as well. A version is loaded when it is first needed, and then kept by Node.
const load = createRequire(import.meta.url);

/** Loads the validators before they are needed: the build may be replaced during a run. */
export function loadValidators(): void {
  for (const version of VERSIONS) validatorsOf(version);
}

/**
 * The violations of the published schema of a version (schemas/v1.x/schema.json) in a value of that form:
 * one for each defect, none for a sound value. Rests on docs/api.md, "Resources and their fields", "Events"
 * and "Errors". Throws a RangeError if the resource does not have that form.
 */
export function schemaViolations(
  version: Version,
  resource: ResourceName,
  form: Form,
  value: unknown,
): SchemaViolation[] {
  const table = tableNamed(`${resource}.${form}`);
  const validator = validatorOf(version, table.name);
  const found = new ViolationsOfValue(version, table, value);
  if (validator(bounded(table, value))) return [];
  for (const error of validator.errors ?? []) found.add(error);
  // What Ajv refuses must not pass: every error may have been left out.
  if (found.violations.length === 0) {
    throw new Error(`schemas/v${version} refuses a ${table.name} for no violation of a field`);
  }
  return found.violations;
}

/** Whether a value is what a 400 may say of one field, by the published schema of a version (B-23). */
export function isMessages(version: Version, value: unknown): boolean {
  return validatorOf(version, 'messages')(value);
}

function validatorOf(version: Version, name: string): Validator {
  const validator = validatorsOf(version)[name];
  if (validator === undefined) throw new Error(`schemas/v${version} has no ${name}`);
  return validator;
}

function validatorsOf(version: Version): Readonly<Record<string, Validator>> {
  return load(`#validators/v${version}`);
}

/** The value without the items of its arrays that are not validated. */
function bounded({ fields }: Table, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const long = fields.flatMap(({ name }) => {
    const items = Object.hasOwn(value, name) ? value[name] : undefined;
    const isLong = Array.isArray(items) && items.length > MOST_ITEMS;
    return isLong ? [[name, items.slice(0, MOST_ITEMS)]] : [];
  });
  return long.length === 0 ? value : { ...value, ...Object.fromEntries(long) };
}

/** The violations of one value, as its errors come in. */
class ViolationsOfValue {
  readonly #violations = new Map<string, SchemaViolation>();
  readonly #alike = new Map<string, number>();

  constructor(
    readonly version: Version,
    readonly root: Table,
    readonly value: unknown,
  ) {}

  get violations(): SchemaViolation[] {
    return [...this.#violations.values()];
  }

  add({ keyword, schemaPath, instancePath, params: { missingProperty } }: SchemaError) {
    // These sum up other errors. The first alternative is the object, whose errors say what is wrong
    // with it; that it is not the second one either (null, a string) says nothing more.
    if (keyword === 'if' || keyword === 'anyOf' || schemaPath.includes('/anyOf/1/')) return;
    const aspect =
      keyword === 'required' ? 'missing' : keyword === 'false schema' ? 'premature' : 'type';
    const pointer =
      missingProperty === undefined ? instancePath : `${instancePath}/${missingProperty}`;
    // A date may break its format and its pattern: that is one defect.
    if (this.#violations.has(`${aspect} ${pointer}`)) return;
    const place = placeOf(this.root, pointer.split('/').slice(1), this.value);
    const kind = `${aspect} ${place.table.name} ${place.field?.name}`;
    const alike = this.#alike.get(kind) ?? 0;
    if (alike === MOST_ALIKE) return;
    this.#alike.set(kind, alike + 1);
    this.#violations.set(`${aspect} ${pointer}`, {
      aspect,
      table: place.table.name,
      field: place.field?.name ?? '',
      pointer,
      ...inWords(aspect, place, this.version),
      received: place.received,
    });
  }
}

function inWords(
  aspect: Aspect,
  { field, isItem }: FieldPlace,
  version: Version,
): Pick<SchemaViolation, 'expected' | 'since'> {
  if (field === undefined) return { expected: 'an object' };
  const { since, required, type } = field;
  if (aspect === 'missing') {
    const isGated = required !== '1.0' && required !== 'never';
    return isGated
      ? { expected: `to be present (since ${required})`, since: required }
      : { expected: 'to be present' };
  }
  const added = since === '1.0' ? undefined : since;
  if (aspect === 'premature') return { expected: `absent before ${since}`, since: added };
  const isObject = isItem && typeof type === 'object' && 'many' in type;
  const expected = isObject ? `an embedded ${type.many} object` : proseOfField(field, version);
  return { expected, since: added };
}

/** The field that a JSON pointer leads to, or into. */
interface FieldPlace {
  table: Table;
  /** None for the validated value itself. */
  field?: TableField;
  /** Whether it is an item of the array that the field holds. */
  isItem: boolean;
  received: unknown;
}

/**
 * Follows a JSON pointer through the tables. Ajv's `schemaPath` cannot tell the table: it begins anew
 * at each `$ref`.
 */
function placeOf(table: Table, path: readonly string[], value: unknown): FieldPlace {
  const [name, ...below] = path;
  if (name === undefined) return { table, isItem: false, received: value };
  const field = table.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`the schema has a field \`${name}\` of ${table.name}`);
  const holder = isJsonObject(value) ? value : {};
  const isList = typeof field.type === 'object' && 'many' in field.type;
  const [held, inside] = isList
    ? [at(holder, path.slice(0, 2)), below.slice(1)]
    : [at(holder, [name]), below];
  const embedded = tableInField(table, field, holder);
  if (embedded !== undefined && inside.length > 0) return placeOf(embedded, inside, held);
  return { table, field, isItem: isList && below.length > 0, received: at(holder, path) };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
      ? Reflect.get(holder, key)
      : undefined;
  }, value);
}
