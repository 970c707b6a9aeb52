import type { CheckContext } from '../../../harness/check-context.js';
import { at } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { outerOf } from '../../../specification/writable.js';
import { type Attempt, attempts, isKept, type Row } from './attempt.js';
import { schemesOf, stateOf, type UnauthorizedCaller } from './callers.js';
import { otherFixed } from './fixed-values.js';
import {
  fieldsIn,
  isFlat,
  otherValues,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

// The table of what is sent to a subject. A row is known by its name: it is sent once in a version, and
// each requirement that names it looks at the same attempt.

/** A PATCH in JSON by the role that may write the subject, unless a part says otherwise. */
function patch(
  { role }: Subject,
  name: string,
  values: Row['values'],
  parts: Partial<Row> = {},
): Row {
  return { name, role, method: 'PATCH', encoding: 'JSON', values, ...parts };
}

/**
 * The changes of one field: of a flag both ways; of patches to one, and to several in an order that
 * no sorting gives. None if there is no other value to send.
 */
function changesOf(context: CheckContext, subject: Subject, field: SubjectField): Row[] {
  const { name, value } = field;
  const what = `PATCH of \`${name}\``;
  const change = patch(subject, what, (before) => otherValues(context, [field], before));
  if (value.kind === 'flag') return [change, { ...change, name: `${what} back` }];
  if (value.kind !== 'patch-ids') return [change];
  const [first, second, ...more] = context.write.patches().slice(0, 3);
  if (second === undefined) return [];
  const sent = [[second], [second, ...more, first]];
  return sent.map((ids) => patch(subject, `${what} to ${ids.join(', ')}`, () => [[name, ids]]));
}

/** The same for each field. */
export function changeRows(context: CheckContext, subject: Subject): Row[] {
  const fields = fieldsIn(subject, context.api.version);
  return fields.flatMap((field) => changesOf(context, subject, field));
}

/** The attempts of these rows. */
export function changes(context: CheckContext, subject: Subject): Promise<Attempt[]> {
  return attempts(context, subject, changeRows(context, subject));
}

/**
 * The fields that store each value of their changes. They are the control of other requirements: that
 * a field is unchanged, or changed in another way, proves something only if it can be changed.
 */
export async function keptFields(context: CheckContext, subject: Subject): Promise<SubjectField[]> {
  const done = await changes(context, subject);
  const kept = fieldsIn(subject, context.api.version).filter((field) => {
    const own = done.filter(({ sent }) => sent.some(([name]) => name === field.name));
    return own.length > 0 && own.every((each) => isKept(field, each));
  });
  if (kept.length > 0) return kept;
  return inconclusive(`no PATCH of the ${subject.what} stored a field as it was sent`);
}

/** Each field that is stored, with the value that it has already. */
export function sameAgain(subject: Subject, kept: readonly SubjectField[]): Row[] {
  return kept.map((field) =>
    patch(subject, `PATCH of \`${field.name}\` again`, (before) => [
      [field.name, field.shown(before)],
    ]),
  );
}

/** Several fields at once; `name` distinguishes it from other rows. */
export function together(
  context: CheckContext,
  subject: Subject,
  fields: readonly SubjectField[],
  name: string,
  parts: Partial<Row> = {},
): Row {
  return patch(subject, name, (before) => otherValues(context, fields, before), parts);
}

/** Texts with characters that a form encodes, sent in JSON; none where no field is a text. */
export function unusualTexts(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
): Row[] {
  const values = kept.filter(isFlat).flatMap((field): Values => {
    const text = field.unusual(context);
    return text === undefined ? [] : [[field.name, text]];
  });
  return values.length === 0 ? [] : [patch(subject, 'PATCH of unusual texts', () => values)];
}

/**
 * Forms of the fields that one can hold: one with other values, then one with `texts`. One sets flags
 * and the other clears them, so that a flag that stays as it was is seen in one of the two.
 */
export function inForms(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
  texts: Values,
): Row[] {
  const flat = kept.filter(isFlat);
  const flags = flat.filter(({ value }) => value.kind === 'flag');
  const set = (value: boolean): Values => flags.map(({ name }) => [name, value]);
  const plain = flat.filter((field) => !flags.includes(field));
  const form = (name: string, values: Row['values']) =>
    patch(subject, name, values, { encoding: 'form' });
  const first = form('form-encoded PATCH', (before) => [
    ...otherValues(context, plain, before),
    ...set(true),
  ]);
  const second = form('form-encoded PATCH of unusual texts', () => [...texts, ...set(false)]);
  return texts.length + flags.length > 0 ? [first, second] : [first];
}

/** Other values, without Content-Type. */
export function untyped(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
): Row {
  const parts = { encoding: 'JSON without Content-Type' } as const;
  return together(context, subject, kept, 'PATCH without Content-Type', parts);
}

/** Each read-only field, and a key that SPEC.md does not have, by itself. */
export function fixedKeys(context: CheckContext, subject: Subject): Row[] {
  const { resource, fixed } = subject;
  return [
    patch(subject, 'PATCH of an unknown key', () => [['conformance', 'unknown to SPEC.md']]),
    ...fixed.map((name) =>
      patch(subject, `PATCH of \`${name}\``, async (before) => [
        [name, await otherFixed(context, resource, name, at(before, name).value)],
      ]),
    ),
  ];
}

/** The fields for which an invalid value is sent. */
export function triedInvalid(context: CheckContext, subject: Subject): SubjectField[] {
  const { untried = [] } = subject;
  return fieldsIn(subject, context.api.version).filter(({ name }) => !untried.includes(name));
}

/** An invalid value of a field, next to a valid one of another field. */
export function invalid(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
  { name, wrong }: SubjectField,
): Row {
  const valid = kept.filter((each) => outerOf(each.name) !== outerOf(name)).slice(0, 1);
  return patch(subject, `PATCH of an invalid \`${name}\``, (before) => [
    ...otherValues(context, valid, before),
    [name, wrong],
  ]);
}

/** The patches of a bundle removed. */
export function noPatches(bundle: Subject): Row {
  return patch(bundle, 'PATCH of no `patches`', () => [['patches', []]]);
}

/** A body that is not an object. */
export function noObject(subject: Subject): Row {
  return patch(subject, 'PATCH of null', () => [], { encoding: 'null' });
}

/**
 * What an unauthorized caller sends: by each method, as JSON and as a form, by token and by name and
 * password. A PATCH has the fields that are stored for the authorized role, a PUT has every field.
 */
export async function refused(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
): Promise<Row[]> {
  const kept = await keptFields(context, subject);
  const all = fieldsIn(subject, context.api.version);
  const { role, when, methods } = caller;
  const schemes = await schemesOf(context, role);
  return methods.flatMap((method) =>
    (['JSON', 'form'] as const).flatMap((encoding) => {
      const fields = method === 'PUT' ? all : kept;
      const held = encoding === 'form' ? fields.filter(isFlat) : fields;
      // A form that lacks a field could be refused for that.
      if (held.length === 0 || (method === 'PUT' && held.length < fields.length)) return [];
      return schemes.map((scheme) => {
        const by = scheme === undefined ? role : `${role} by ${scheme}`;
        const name = `${method} of a ${stateOf(caller)}${subject.what} as ${encoding} by ${by}`;
        const values: Row['values'] = (before) => otherValues(context, held, before);
        return { name, role, scheme, method, encoding, when, values };
      });
    }),
  );
}
