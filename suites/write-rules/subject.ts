import type { CheckContext } from '../../harness/check-context.js';
import { nested } from '../../harness/client/body.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { SignedInRole } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import type { ResourceName, Writable, WriteAction } from '../../specification/resource.js';
import { since, type Version } from '../../specification/versions.js';
import {
  fixedFields,
  versionsOfWrites,
  type WritableField,
  writableFields,
  writesOf,
} from '../../specification/writable.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import type { UnauthorizedCaller } from './callers.js';

/** A writable field, with the values that a run gives it. */
export interface SubjectField extends WritableField {
  /** What an object shows of it, in the form in which it is sent. */
  shown(object: Seen): unknown;
  /** A value that any sound instance takes and that is not the present one. */
  another(present: unknown, context: CheckContext): unknown;
  /** A value of another type, which cannot be right. */
  wrong: unknown;
}

/** How an object is written that a run may update, beside what the specification's table says. */
interface Declared {
  /** In words: "bundle". */
  what: string;
  /** What the ids of its requirements begin with: `bundle.update`. */
  id: string;
  resource: ResourceName;
  /** The heading of SPEC.md that shows its fields. */
  spec: string;
  /** Its path below `/api/{v}/`, the same in every version; inconclusive if there is none. */
  path(context: CheckContext): Promise<string>;
  /** The path of the list that shows it. */
  collection(context: CheckContext): string;
  /** The methods that are tried with an id that is not there. */
  unknown: UnauthorizedCaller['methods'];
  /** The names of the fields that are changed by a PATCH each, in this order; one changes the rest. */
  alone: readonly string[];
  /** The fields that nothing invalid is sent for: those of the same kind show as much. */
  untried?: readonly string[];
  /** What the ids call an invalid field, where that is not its own name. */
  invalidIds?: Readonly<Record<string, string>>;
  /** The requirement that random values are kept; nothing where no field has any. */
  any?: Pick<Requirement, 'id' | 'says' | 'consequence'> & { except?: readonly string[] };
  unauthorized: readonly UnauthorizedCaller[];
}

/** An object that a run may update, and who may do so. */
export interface Subject extends Declared {
  versions: readonly Version[];
  role: SignedInRole;
  fields: readonly SubjectField[];
  /** The fields that no body changes. */
  fixed: readonly string[];
}

/** A subject with all that the specification's table says of its resource. */
export function subject(declared: Declared): Subject {
  const { resource } = declared;
  return {
    ...declared,
    versions: versionsOfWrites(resource, 'update'),
    role: writesOf(resource).by,
    fields: fieldsOf(resource, 'update'),
    fixed: fixedFields(resource),
  };
}

/** A requirement of a subject: what differs from that of any other write. */
export type SubjectRule = Pick<Requirement, 'id' | 'says' | 'consequence' | 'check'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'versions' | 'needs' | 'once'>>;

/** Declares a requirement that writes, in every version in which that can be done unless given. */
export function writes(
  { versions, role, spec }: Pick<Subject, 'versions' | 'role' | 'spec'>,
  declared: SubjectRule,
): Requirement {
  const needs = new Set<Requirement['needs'][number]>(['writes', role, ...(declared.needs ?? [])]);
  return requirement({ spec, level: 'must', versions, ...declared, needs: [...needs] });
}

/** The fields of a resource that an action can write, with the values that a run gives them. */
export function fieldsOf(resource: ResourceName, action: WriteAction): SubjectField[] {
  return writableFields(resource, action).map((field) => ({
    ...field,
    shown: (object) => shownOf(field, object),
    another: (present, context) => anotherOf(field, present, context),
    wrong: WRONG[field.value.kind] ?? {},
  }));
}

/** The fields of a subject that a version can write. */
export function fieldsIn(
  { fields }: Pick<Subject, 'fields'>,
  version: Version,
): readonly SubjectField[] {
  return fields.filter((field) => since(field.since).includes(version));
}

/** A body that holds a value for each of some fields. */
export function bodyOf(values: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return nested(Object.fromEntries(values));
}

/** A sound value for each of some fields, other than the one that an object shows. */
export function otherValues(
  context: CheckContext,
  fields: readonly SubjectField[],
  present: Seen,
): [name: string, value: unknown][] {
  return fields.map((field) => [field.name, field.another(field.shown(present), context)]);
}

/** The value of a field in an object, where an object shows it, and in the form in which it is sent. */
export function seenIn({ name, shown }: SubjectField, object: Seen): Seen {
  return { value: shown(object), at: at(object, ...name.split('.')).at };
}

/** A field shows what it should; `what` is the name of the field unless given, `as` says why it should. */
export function expectShown(
  { expect }: CheckContext,
  field: SubjectField,
  object: Seen,
  due: unknown,
  { what = `\`${field.name}\``, as = '' }: { what?: string | undefined; as?: string } = {},
): void {
  const place = seenIn(field, object);
  expect.that(sameValue(place.value, due), place, what, `${canonical(due)}${as}`);
}

/** A field shows what it did before. */
export function expectUnmoved(
  context: CheckContext,
  field: SubjectField,
  { before, after }: { before: Seen; after: Seen },
  what?: string,
): void {
  expectShown(context, field, after, field.shown(before), { what, as: ', as before' });
}

/** A value that cannot be right, for the kinds that an object would not be one of. */
const WRONG: Partial<Record<Writable['kind'], unknown>> = {
  number: 'many',
  state: 'nonesuch',
  'patch-ids': ['conformance'],
};

/** Patches are shown as objects, and sent as ids. */
function shownOf({ name, value }: WritableField, object: Seen): unknown {
  const place = at(object, ...name.split('.'));
  if (value.kind !== 'patch-ids') return place.value;
  if (!Array.isArray(place.value)) return undefined;
  return elements(place).map((patch) => at(patch, 'id').value);
}

function anotherOf({ name, value }: WritableField, present: unknown, context: CheckContext) {
  const host = `https://${name.replaceAll(/[._]/g, '-')}.example.org`;
  // Letters only: any instance takes them for a name.
  const word = name.replaceAll(/[^a-z]/g, '');
  const other = (...two: [unknown, unknown]) => two.find((each) => each !== present);
  switch (value.kind) {
    case 'name':
      return context.write.name();
    case 'flag':
      return present !== true;
    case 'number':
      return other(between(value, 1 / 3), between(value, 2 / 3));
    case 'url':
      return other(`${host}/conformance/1`, `${host}/conformance/2`);
    case 'url-template':
      return other(`${host}/1/{}`, `${host}/2/{}`);
    case 'patch-ids':
      return otherPatches(present, context);
    case 'text':
    case 'label':
    case 'state':
      return other(`${word}one`, `${word}two`);
  }
}

function between({ from, to }: { from: number; to: number }, part: number): number {
  return from + Math.floor((to - from) * part);
}

/** Another of the patches that a bundle may hold: never none, never all the same as now. */
function otherPatches(present: unknown, { write }: CheckContext): number[] {
  const [first, second, third] = write.patches();
  if (first === undefined || second === undefined) {
    return inconclusive('the project has only one patch, so a bundle cannot be given another');
  }
  const most = third === undefined ? [first, second] : [first, second, third];
  return JSON.stringify(present) === JSON.stringify([second]) ? most : [second];
}
