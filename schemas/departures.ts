import type { Version } from '../harness/version.js';
import type { FieldType, Form, ResourceName } from './declaration.js';
import type { Aspect } from './facts.js';
import { isOfType } from './plain-value.js';
import { type FieldRule, partNamed, rulesOf, type TableRules } from './rules.js';
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

/**
 * Everything in which a value departs from one form of a resource in a version: one departure for
 * each defect, none for a sound value. Rests on SPEC.md, "Resources and their fields", "Events" and
 * "Errors". Throws a RangeError if the resource does not have that form.
 *
 * It goes by the tables that the published schemas are generated from, and a test holds the two to be
 * of one mind. Compiling those schemas would take longer than all that a run judges by them.
 */
export function departures(
  version: Version,
  resource: ResourceName,
  form: Form,
  value: unknown,
): Departure[] {
  const rules = rulesOf(version, `${resource}.${form}`);
  if (!isJsonObject(value)) {
    const table = rules.table.name;
    return [
      { aspect: 'type', table, field: '', pointer: '', expected: 'an object', received: value },
    ];
  }
  const found: Departure[] = [];
  judgeObject({ rules, value, pointer: '' }, found);
  return found;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** An object, the rules of the table that it is judged by, and where it is. */
interface Judged {
  rules: TableRules;
  value: JsonObject;
  pointer: string;
}

/** A field of such an object that is there, and where. */
interface JudgedField {
  holder: Judged;
  rule: FieldRule;
  value: unknown;
  pointer: string;
}

function judgeObject(holder: Judged, found: Departure[]): void {
  for (const rule of holder.rules.required) {
    if (own(holder.value, rule.field.name) === undefined) found.push(missing(holder, rule));
  }
  for (const rule of holder.rules.fields) {
    const value = own(holder.value, rule.field.name);
    if (value === undefined) continue;
    const pointer = `${holder.pointer}/${rule.field.name}`;
    judgeField({ holder, rule, value, pointer }, found);
  }
}

function judgeField(field: JudgedField, found: Departure[]): void {
  const { rule, value } = field;
  const { type, blank, since } = rule.field;
  if (rule.presence === 'absent')
    found.push(departed(field, 'premature', `absent before ${since}`));
  else if (isLetThrough(rule, value)) return;
  else if (type === 'headers') judgeHeaders(field, found);
  else if (typeof type !== 'object') {
    if (!isOfType(type, blank, value)) found.push(ofWrongType(field));
  } else if ('many' in type) judgeItems(field, `${type.many}.embedded`, found);
  else judgeEmbedded(field, tableWithin(field, type), found);
}

/** Whether it is blank where it may be (B-13, B-19), or rendered as a plain string (B-17). */
function isLetThrough({ field, also }: FieldRule, value: unknown): boolean {
  return (value === null && field.blank) || (typeof value === 'string' && also?.type === 'string');
}

/** The table of the object that a field holds; none for the payload of an unknown category (B-7). */
function tableWithin(
  { holder, rule }: JudgedField,
  type: Exclude<FieldType, string | { readonly many: ResourceName }>,
): string | undefined {
  if ('one' in type) return `${type.one}.embedded`;
  const { resource } = holder.rules.table;
  if ('part' in type) return `${resource}.${type.part}`;
  return partNamed(resource, rule.field.name, own(holder.value, type.partsBy));
}

function judgeEmbedded(field: JudgedField, table: string | undefined, found: Departure[]): void {
  const { holder, value, pointer } = field;
  if (!isJsonObject(value)) found.push(ofWrongType(field));
  else if (table !== undefined) {
    judgeObject({ rules: rulesOf(holder.rules.version, table), value, pointer }, found);
  }
}

function judgeItems(field: JudgedField, table: string, found: Departure[]): void {
  const { holder, value, pointer } = field;
  if (!Array.isArray(value)) {
    found.push(ofWrongType(field));
    return;
  }
  const rules = rulesOf(holder.rules.version, table);
  value.forEach((item: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (isJsonObject(item)) judgeObject({ rules, value: item, pointer: at }, found);
    else {
      const expected = `an embedded ${rules.table.resource} object`;
      found.push(departed({ ...field, value: item, pointer: at }, 'type', expected));
    }
  });
}

/** B-16: "object required, each value a string or an array of strings"; in 1.0 an array as well. */
function judgeHeaders(field: JudgedField, found: Departure[]): void {
  const { rule, value, pointer } = field;
  if (Array.isArray(value) && rule.also?.type === 'array of strings') {
    judgeStrings(field, value, pointer, found);
  } else if (!isJsonObject(value)) found.push(ofWrongType(field));
  else {
    for (const [name, header] of Object.entries(value)) {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (Array.isArray(header)) judgeStrings(field, header, at, found);
      else if (typeof header !== 'string') {
        found.push(ofWrongType({ ...field, value: header, pointer: at }));
      }
    }
  }
}

function judgeStrings(
  field: JudgedField,
  items: readonly unknown[],
  pointer: string,
  found: Departure[],
): void {
  items.forEach((item, index) => {
    if (typeof item === 'string') return;
    found.push(ofWrongType({ ...field, value: item, pointer: `${pointer}/${index}` }));
  });
}

function ofWrongType(field: JudgedField): Departure {
  const { rule, holder } = field;
  return departed(field, 'type', proseOfField(rule.field, holder.rules.version));
}

function departed(
  { holder, rule, value, pointer }: JudgedField,
  aspect: Aspect,
  expected: string,
): Departure {
  const { name, since } = rule.field;
  return {
    aspect,
    table: holder.rules.table.name,
    field: name,
    pointer,
    expected,
    received: value,
    ...(since === '1.0' ? {} : { since }),
  };
}

function missing({ rules, pointer }: Judged, { field }: FieldRule): Departure {
  const { name, required } = field;
  const gated = required !== '1.0' && required !== 'never';
  return {
    aspect: 'missing',
    table: rules.table.name,
    field: name,
    pointer: `${pointer}/${name}`,
    expected: gated ? `to be there (since ${required})` : 'to be there',
    received: undefined,
    ...(gated ? { since: required } : {}),
  };
}

/** What a value inherits is none of its fields. */
function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
