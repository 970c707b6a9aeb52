import type { Query } from '../../../harness/api.js';
import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { nested } from '../../../harness/client/body.js';
import { at, elements, type Seen } from '../../../harness/place.js';
import { type Requirement, requirement } from '../../../harness/requirement.js';
import type { SignedInRole } from '../../../harness/role.js';
import { canonical, sameValue } from '../../../harness/same-value.js';
import type { Body } from '../../../harness/write.js';
import type { ResourceName, Writable, WriteAction } from '../../../specification/resource.js';
import { since, type Version } from '../../../specification/versions.js';
import { type WritableField, writableFields } from '../../../specification/writable.js';
import type { UnauthorizedCaller } from './callers.js';

/** A writable field with the values that a run writes to it. */
export interface SubjectField extends WritableField {
  /** The value of the field in an object, in the form in which it is sent. */
  shown(object: Seen): unknown;
  /** A value that any conforming instance accepts and that differs from the present one. */
  another(present: unknown, context: CheckContext): unknown;
  /** A text with characters that a form encodes; undefined for other values. */
  unusual(context: CheckContext): string | undefined;
  /** A value of a wrong type. */
  wrong: unknown;
  /** The same in a form; undefined where any text is a value. */
  wrongInForm: unknown;
}

/** The values of a body, by the name of their field. */
export type Values = readonly (readonly [name: string, value: unknown])[];

/** What a run writes to: an object that it updates, or a collection to which it adds objects. */
export interface Target {
  /** In words: "bundle". */
  what: string;
  /** The prefix of the ids of its requirements: `bundle.update`. */
  id: string;
  /** The section of docs/api.md with its fields. */
  spec: string;
  versions: readonly Version[];
  /** The role that may write it. */
  role: SignedInRole;
  fields: readonly SubjectField[];
  /** Its path below `/api/{v}/`, the same in every version; inconclusive if there is none. */
  path(context: CheckContext): Promise<string>;
  /** What a write may change, as it is now: the object, or the list of the collection. */
  look(context: CheckContext): Promise<Answer>;
  /** The fields for which no invalid value is sent, because others of the same kind are tried. */
  untried?: readonly string[];
  /** The name of an invalid field in ids, if it differs from its own. */
  invalidIds?: Readonly<Record<string, string>>;
  unauthorized: readonly UnauthorizedCaller[];
}

/** The facts of an updatable object that are not in the specification's tables. */
export interface Declared extends Omit<Target, 'versions' | 'role' | 'fields' | 'look'> {
  resource: ResourceName;
  /** Another path at which it can be read as well, if there is one. */
  otherPath?(context: CheckContext): Promise<string | undefined>;
  /** A path at which it must not be found, if there is one. */
  wrongPath?(context: CheckContext): Promise<string | undefined>;
  /** The path of the list that contains it. */
  collection(context: CheckContext): string;
  /** Whether an item of that list belongs to the users with these ids, and to nobody else. */
  isOwned(row: Seen, users: readonly unknown[]): boolean;
  /** Other objects of the kind that nobody but this run changes, each as the role that sees all of it reads it. */
  siblings?(context: CheckContext): { path: string; role: SignedInRole }[];
  /** The lists of objects that embed it, with filters. */
  embeddedIn?(id: number): [path: string, query: Query][];
  methods: readonly ('PATCH' | 'PUT')[];
}

/** An object that a run may update, with the facts of the specification's tables. */
export interface Subject extends Declared, Target {
  /** The read-only fields. */
  fixed: readonly string[];
}

/** The facts in which a write requirement differs from others. */
export type SubjectRule = Pick<Requirement, 'id' | 'says' | 'consequence' | 'check'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'versions' | 'needs'>>;

/** Declares a requirement that writes, by default in every version with that write. */
export function writes(
  { versions, role, spec }: Pick<Target, 'versions' | 'role' | 'spec'>,
  declared: SubjectRule,
): Requirement {
  const needs = new Set<Requirement['needs'][number]>(['writes', role, ...(declared.needs ?? [])]);
  return requirement({ spec, level: 'must', versions, ...declared, needs: [...needs] });
}

/** The fields of a resource that an action can write, with values. */
export function fieldsOf(resource: ResourceName, action: WriteAction): SubjectField[] {
  return writableFields(resource, action).map((field) => ({
    ...field,
    shown: (object) => shownOf(field, object),
    another: (present, context) => anotherOf(field, present, context),
    unusual: (context) => unusualOf(field, context),
    wrong: WRONG[field.value.kind] ?? {},
    wrongInForm: field.value.kind === 'flag' ? 'perhaps' : WRONG[field.value.kind],
  }));
}

/** The fields of a subject that are writable in a version. */
export function fieldsIn(
  { fields }: Pick<Target, 'fields'>,
  version: Version,
): readonly SubjectField[] {
  return fields.filter((field) => since(field.since).includes(version));
}

/** Whether a form can hold a field: docs/api.md does not say how it encodes nested members. */
export function isFlat({ name }: Pick<SubjectField, 'name'>): boolean {
  return !name.includes('.');
}

/** Whether a field is true or false. */
export function isFlag({ value }: Pick<SubjectField, 'value'>): boolean {
  return value.kind === 'flag';
}

/** Whether a field is a text or a URL, which may be blank. */
export function mayBeBlank({ value }: Pick<SubjectField, 'value'>): boolean {
  return ['text', 'url', 'url-template'].includes(value.kind);
}

/** A body with the given values. */
export function bodyOf(values: Values): Record<string, unknown> {
  return nested(Object.fromEntries(values));
}

/** The same values in a form. */
export function formOf(values: Values): Body {
  const entries = values.map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return { form: Object.fromEntries(entries) };
}

/** A valid value for each field, other than the present one. */
export function otherValues(
  context: CheckContext,
  fields: readonly SubjectField[],
  present: Seen,
): [name: string, value: unknown][] {
  return fields.map((field) => [field.name, field.another(field.shown(present), context)]);
}

/** The value of a field in an object, with its location, in the form in which it is sent. */
export function seenIn({ name, shown }: SubjectField, object: Seen): Seen {
  return { value: shown(object), at: at(object, ...name.split('.')).at };
}

/** Whether an object has this value of a field; patches have a requirement on their order. */
export function hasValue(field: SubjectField, object: Seen, due: unknown): boolean {
  const shown = field.shown(object);
  // Blank fields are null, or empty strings (docs/verdicts.md B-13).
  if (due === '') return shown === null || shown === '';
  if (field.value.kind !== 'patch-ids') return sameValue(shown, due);
  return sameValue(sorted(shown), sorted(due));
}

/** Expects a value of a field. */
export function expectShown(
  { expect }: Pick<CheckContext, 'expect'>,
  field: SubjectField,
  object: Seen,
  due: unknown,
  { what = `\`${field.name}\``, as = '' } = {},
): void {
  expect.that(hasValue(field, object, due), seenIn(field, object), what, `${canonical(due)}${as}`);
}

/** Expects that a field is unchanged. */
export function expectUnmoved(
  context: CheckContext,
  field: SubjectField,
  { before, after }: { before: Seen; after: Seen },
  what?: string,
): void {
  expectShown(context, field, after, field.shown(before), { what, as: ', as before' });
}

/** Invalid values, for the kinds for which an object is not used. */
const WRONG: Partial<Record<Writable['kind'], unknown>> = {
  number: 'many',
  state: 'nonesuch',
  'patch-ids': ['conformance'],
};

/** Patches are returned as objects and sent as ids. */
function shownOf({ name, value }: WritableField, object: Seen): unknown {
  const place = at(object, ...name.split('.'));
  if (value.kind !== 'patch-ids') return place.value;
  if (!Array.isArray(place.value)) return undefined;
  return elements(place).map((patch) => at(patch, 'id').value);
}

function sorted(ids: unknown): unknown {
  return Array.isArray(ids) ? [...ids].sort((a, b) => Number(a) - Number(b)) : ids;
}

function anotherOf({ name, value }: WritableField, present: unknown, context: CheckContext) {
  const { marker, word } = context.write;
  const address = `https://${name.replaceAll(/[._]/g, '-')}.example.org/${marker}`;
  // At most 30 letters, so that any instance accepts the text as a name.
  const text = word + name.replaceAll(/[^a-z]/g, '').slice(0, 8);
  const other = (...two: [unknown, unknown]) => two.find((each) => !sameValue(each, present));
  switch (value.kind) {
    case 'name':
      return context.write.name();
    case 'flag':
      return present !== true;
    case 'number':
      return other(between(value, 1 / 3), between(value, 2 / 3));
    case 'url':
      return other(`${address}/1`, `${address}/2`);
    case 'url-template':
      return other(`${address}/1/{}`, `${address}/2/{}`);
    case 'patch-ids': {
      // Two, which a form repeats: "maximum number of patches in a bundle: not shown". Never none.
      const [first, ...more] = context.write.patches().slice(0, 3);
      return other([first, ...more.slice(0, 1)], more.length > 0 ? more : [first]) ?? present;
    }
    case 'text':
    case 'label':
    case 'state':
      return other(`${text}one`, `${text}two`);
  }
}

function unusualOf({ value }: WritableField, { write }: CheckContext): string | undefined {
  switch (value.kind) {
    case 'name':
      return `${write.name()} a%25b+c&d=é`;
    case 'text':
      return `a%25+&=é\n${write.marker}`;
    case 'url':
      return `https://example.org/${write.marker}/?a=%25&b=c+d`;
    default:
      return undefined;
  }
}

function between({ from, to }: { from: number; to: number }, part: number): number {
  return from + Math.floor((to - from) * part);
}
