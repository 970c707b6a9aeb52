import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, type Seen } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { outerOf } from '../../../specification/writable.js';
import { UNKNOWN_ID } from '../unknown-id.js';
import { type Attempt, attempt, isKept, type Row } from './attempt.js';
import { canSignIn, schemesOf, stateOf, type UnauthorizedCaller } from './callers.js';
import { otherFixed } from './fixed-values.js';
import type { List } from './lists.js';
import { readLists } from './lists-compared.js';
import {
  fieldsIn,
  isFlat,
  otherValues,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

/** A PATCH in JSON by the role that may write the subject, unless a part says otherwise. */
function patch({ role }: Subject, name: string, values: Row['values'], parts?: Partial<Row>): Row {
  return { name, role, method: 'PATCH', encoding: 'JSON', values, ...parts };
}

/**
 * The changes of each field by itself: of patches to one, and to several in an order that no sorting
 * gives. Flags are changed first, and back last, so that the others are changed with them set and
 * not. No row for a field without another value.
 */
function changeRows(context: CheckContext, subject: Subject): Row[] {
  const fields = fieldsIn(subject, context.api.version);
  const change = (field: SubjectField, name = `PATCH of \`${field.name}\``) =>
    patch(subject, name, (before) => otherValues(context, [field], before));
  const flags = fields.filter(({ value }) => value.kind === 'flag');
  const others = fields.filter((field) => !flags.includes(field));
  return [
    ...flags.map((field) => change(field)),
    ...others.flatMap((field) => {
      if (field.value.kind !== 'patch-ids') return [change(field)];
      const [first, second, ...more] = context.write.patches().slice(0, 3);
      const sent = second === undefined ? [] : [[second], [second, ...more, first]];
      return sent.map((ids) =>
        patch(subject, `PATCH of \`${field.name}\` to ${ids.join(', ')}`, () => [
          [field.name, ids],
        ]),
      );
    }),
    ...flags.map((field) => change(field, `PATCH of \`${field.name}\` back`)),
  ];
}

/** The list that contains a subject, as its owner, another user and an unauthenticated caller read it. */
export function listsOf(context: CheckContext, subject: Subject): List[] {
  const roles = [...new Set([subject.role, 'other', 'anonymous'] as const)];
  // The newest first: the objects that this run made are among them.
  const list = { path: subject.collection(context), query: { order: '-id' } };
  return roles.filter((role) => canSignIn(context, role)).map((role) => ({ ...list, role }));
}

/** The lists before the first write, and the changes: none after one that makes the object unreadable. */
function begun(context: CheckContext, subject: Subject): Promise<[first: Answer[], Attempt[]]> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: changes in ${api.version}`, async () => {
    const first = await readLists(context, listsOf(context, subject));
    const done: Attempt[] = [];
    for (const row of changeRows(context, subject)) {
      done.push(await attempt(context, subject, row));
      if (done.at(-1)?.read.status !== 200) break;
    }
    return [first, done];
  });
}

/** The changes of each field. */
export async function changes(context: CheckContext, subject: Subject): Promise<Attempt[]> {
  const [, done] = await begun(context, subject);
  return done;
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

/** What is sent to a subject, by kind. */
export type Table = Awaited<ReturnType<typeof tableOf>>;

/**
 * The table of a subject. A row is known by its name: it is sent once in a version, and each
 * requirement that selects it looks at the same attempt. Inconclusive if no change is stored.
 */
export async function tableOf(context: CheckContext, subject: Subject) {
  const { resource, fixed, untried = [] } = subject;
  const kept = await keptFields(context, subject);
  const all = fieldsIn(subject, context.api.version);
  const flat = kept.filter(isFlat);
  const [first, done] = await begun(context, subject);
  const row = (name: string, values: Row['values'], parts?: Partial<Row>) =>
    patch(subject, name, values, parts);
  const others = (fields: readonly SubjectField[]) => (before: Seen) =>
    otherValues(context, fields, before);
  const texts = flat.flatMap((field): Values => {
    const text = field.unusual(context);
    return text === undefined ? [] : [[field.name, text]];
  });
  return {
    kept,
    /** The lists that contain the object before the first write. */
    first,
    changes: done.map((each) => each.row),
    /** Of a bundle. */
    noPatches: row('PATCH of no `patches`', () => [['patches', []]]),
    /** Of a bundle, next to one that it has. */
    unknownPatch: row('PATCH of an unknown patch', () => [
      ['patches', [...context.write.patches().slice(0, 1), UNKNOWN_ID]],
    ]),
    /** Of a project. */
    noUrl: row('PATCH of `web_url` to no URL', () => [['web_url', 'no address']]),
    /** Each field with the value that it has already. */
    again: kept.map(({ name, shown }) =>
      row(`PATCH of \`${name}\` again`, (before) => [[name, shown(before)]]),
    ),
    /** Texts with characters that a form encodes, in JSON; none where no field is a text. */
    unusual: texts.length > 0 ? [row('PATCH of unusual texts', () => texts)] : [],
    untyped: [
      row('PATCH without Content-Type', others(kept), { encoding: 'JSON without Content-Type' }),
    ],
    /** Each read-only field, and a key that SPEC.md does not have, by itself. */
    fixed: [
      row('PATCH of an unknown key', () => [['conformance', 'unknown to SPEC.md']]),
      ...fixed.map((name) =>
        row(`PATCH of \`${name}\``, async (before) => [
          [name, await otherFixed(context, resource, name, at(before, name).value)],
        ]),
      ),
    ],
    noObject: [row('PATCH of null', () => [], { encoding: 'null' })],
    /** An invalid value of each field, next to a valid one of another field. */
    invalid: all
      .filter(({ name }) => !untried.includes(name))
      .map(({ name, wrong }) => {
        const valid = kept.filter((each) => outerOf(each.name) !== outerOf(name)).slice(0, 1);
        return row(`PATCH of an invalid \`${name}\``, (before) => [
          ...others(valid)(before),
          [name, wrong],
        ]);
      }),
    /** Other values of the kept fields at once; `name` distinguishes it from other rows. */
    together: (name: string, parts?: Partial<Row>) => row(name, others(kept), parts),
    put: row('PUT of every field', others(all), { method: 'PUT' }),
    /** Forms with other values, and with the unusual texts that were stored from JSON. */
    forms: (stored: readonly Attempt[]) => formsOf(context, subject, flat, stored),
    /** What an unauthorized caller sends. */
    refused: (caller: UnauthorizedCaller) => refusedRows(context, { kept, all }, subject, caller),
  };
}

/**
 * One form sets flags and the other clears them, so that a flag that stays as it was is seen in one
 * of the two.
 */
function formsOf(
  context: CheckContext,
  subject: Subject,
  flat: readonly SubjectField[],
  stored: readonly Attempt[],
): Row[] {
  const flags = flat.filter(({ value }) => value.kind === 'flag');
  const plain = flat.filter((field) => !flags.includes(field));
  const set = (value: boolean): Values => flags.map(({ name }) => [name, value]);
  const texts = plain.flatMap((field) =>
    stored
      .filter((each) => isKept(field, each))
      .flatMap(({ sent }) => sent.filter(([name]) => name === field.name)),
  );
  const form = (name: string, values: Row['values']) =>
    patch(subject, name, values, { encoding: 'form' });
  const rows = [
    form('form-encoded PATCH', (before) => [...otherValues(context, plain, before), ...set(true)]),
    form('form-encoded PATCH of unusual texts', () => [...texts, ...set(false)]),
  ];
  return rows.slice(0, flat.length === 0 ? 0 : texts.length + flags.length > 0 ? 2 : 1);
}

/**
 * By each method, as JSON and as a form, by token and by name and password. A PATCH has the fields
 * that are stored for the authorized role. Inconclusive if the role may have a right to the object.
 */
async function refusedRows(
  context: CheckContext,
  { kept, all }: Record<'kept' | 'all', readonly SubjectField[]>,
  subject: Subject,
  caller: UnauthorizedCaller,
): Promise<Row[]> {
  caller.expectUninvolved?.(context);
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
