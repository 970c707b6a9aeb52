import type { CheckContext } from '../../../harness/check-context.js';
import type { Seen } from '../../../harness/place.js';
import { mixed } from '../../../harness/property.js';
import { VERSIONS } from '../../../specification/versions.js';
import { outerOf } from '../../../specification/writable.js';
import { type Attempt, isAccepted, isKept, type Row, waysOf } from './attempt.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { besideIn, changeRows, changes, keptFields, patch, put } from './changes.js';
import { rowsWithoutEffect } from './rows-without-effect.js';
import {
  fieldsIn,
  isFlag,
  isFlat,
  mayBeBlank,
  otherValues,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

/** A subject with the table of what is sent to it. */
export type Updatable = Subject & { table(context: CheckContext): Promise<Table> };

/** What is sent to a subject, by kind. */
export type Table = Awaited<ReturnType<typeof tableOf>>;

/**
 * The table of a subject. A row is sent once in a version, however often it is made, and each
 * requirement that selects it looks at the same attempt. Inconclusive if no change is stored.
 */
export async function tableOf(context: CheckContext, subject: Subject) {
  const { what } = subject;
  const kept = await keptFields(context, subject);
  const all = fieldsIn(subject, context.api.version);
  const row = patch.bind(undefined, subject);
  const others = (fields: readonly SubjectField[]) => (before: Seen) =>
    otherValues(context, fields, before);
  const present = (before: Seen) => all.map((field) => [field.name, field.shown(before)] as const);
  const flat = kept.filter(isFlat);
  const flags = flat.filter(isFlag);
  const plain = flat.filter((field) => !flags.includes(field));
  const blankable = kept.filter(mayBeBlank);
  const texts = plain.flatMap((field): Values => {
    const text = field.unusual(context);
    return text === undefined ? [] : [[field.name, text]];
  });
  const form = (name: string, flag: boolean, values: Row['values']) =>
    row(
      name,
      async (before) => [
        ...(await values(before)),
        ...flags.map((field): Values[number] => [field.name, flag]),
      ],
      { encoding: 'form' },
    );
  const soundForm = form('form-encoded PATCH', true, others(plain));
  const updates = await changes(context, subject);
  return {
    ...rowsWithoutEffect(context, subject, kept, soundForm),
    kept,
    /** What a plain update was answered: any other way to update is answered alike. */
    accepted: [...new Set([200, ...updates.filter(isAccepted).map(({ answer }) => answer.status)])],
    changes: changeRows(context, subject).filter(({ method }) => method === 'PATCH'),
    /** Another value of one field; `name` distinguishes it from other rows. */
    one: (name: string, parts: Partial<Row>) => row(name, others(kept.slice(0, 1)), parts),
    /** Other values of the kept fields at once. */
    together: (name: string) => row(name, others(kept)),
    put: (name?: string) => put(context, subject, name),
    /** Each field with the value that it has already, and all of them by PUT, if each is known to have one. */
    again: [
      ...kept.map((field) =>
        row(`PATCH of \`${field.name}\` again`, (before) => [
          ...besideIn(all, field, before),
          [field.name, field.shown(before)],
        ]),
      ),
      ...(subject.methods.includes('PUT') && kept.length === all.length
        ? [row('PUT of what is there', present, { method: 'PUT' })]
        : []),
    ],
    /** Another value of each field of an object, such as `settings`, without those beside it. */
    members: kept
      .filter((field) => !isFlat(field))
      .map((field) => row(`PATCH of \`${field.name}\` alone`, others([field]))),
    /** Texts with characters that a form encodes, in JSON; none where no field is a text. */
    unusual: texts.length > 0 ? [row('PATCH of unusual texts', () => texts)] : [],
    /**
     * Forms with other values, and with those of the unusual texts that were `stored`. The first sets flags
     * and the last clears them, so that a flag that stays as it was is seen in one of the two; between them
     * one does not name the flags, as a page with check boxes that are not checked.
     */
    forms: (stored: readonly Attempt[]) => {
      const known = stored.flatMap((each) =>
        each.sent.filter(([name]) => plain.some((own) => own.name === name && isKept(own, each))),
      );
      const one = row('form-encoded PATCH of one field', others(plain.slice(0, 1)), {
        encoding: 'form',
      });
      const rows = [soundForm];
      if (flags.length > 0 && plain.length > 0) rows.push(one);
      if (known.length + flags.length > 0) {
        rows.push(form('form-encoded PATCH of unusual texts', false, () => known));
      }
      // A PUT that lacks a field could be refused for that.
      if (subject.methods.includes('PUT') && flat.length === all.length) {
        rows.push({ ...put(context, subject, 'form-encoded PUT'), encoding: 'form' });
      }
      return flat.length > 0 ? rows : [];
    },
    /** No text or URL at all, and one again. */
    blank: [
      row('PATCH of empty strings', () => blankable.map(({ name }) => [name, ''])),
      row('PATCH of blank fields', others(blankable)),
    ],
    /** Of a bundle. */
    noPatches: row('PATCH of no `patches`', () => [['patches', []]]),
    severalPatches: row('PATCH of several `patches`', () => {
      const [first, ...more] = context.write.patches().slice(0, 3);
      return [['patches', [...more, first]]];
    }),
    /** What an unauthorized caller sends, also to the other path of the object. */
    refused: async (caller: UnauthorizedCaller): Promise<Row[]> => {
      const { role, when, methods } = caller;
      const path = await subject.otherPath?.(context);
      const elsewhere = methods.map((method): Row => {
        const name = `${method} of ${path} by ${role}`;
        const fields = method === 'PUT' ? all : kept;
        return row(name, others(fields), { role, method, when, path });
      });
      // A permission may be checked for some fields only: each by itself, or one in turn where nothing else is written so.
      const outer = [...new Set(kept.map(({ name }) => outerOf(name)))];
      const seed = mixed(context.queries.seed, `${subject.id} by ${caller.id}`);
      const turn = Math.abs(seed) + VERSIONS.indexOf(context.api.version);
      const inTurn = outer.slice(turn % outer.length).slice(0, 1);
      const only = (own: readonly string[]) =>
        others(kept.filter(({ name }) => own.includes(outerOf(name))));
      const ways = await waysOf(context, caller, subject);
      const isOfOne = ({ method, encoding, scheme }: (typeof ways)[number]) =>
        method === 'PATCH' && encoding === 'JSON' && scheme === 'basic' && ways.length > 1;
      const usual = ways.flatMap((way): Row[] => {
        if (isOfOne(way)) {
          return [{ ...way, name: `${way.name}, of \`${inTurn}\` only`, values: only(inTurn) }];
        }
        // How a form holds members is not specified, but a PUT that lacks a field could be refused for that.
        if (way.method === 'PUT') {
          const isWhole = way.encoding === 'JSON' || all.every(isFlat);
          return [{ ...way, values: others(all), mayBeInvalid: isWhole ? undefined : true }];
        }
        const held = way.encoding === 'form' ? kept.filter(isFlat) : kept;
        return held.length > 0 ? [{ ...way, values: others(held) }] : [];
      });
      const isTried = outer.length === 1 || when?.state === 'private' || ways.some(isOfOne);
      const alone = (role === 'other' ? outer : isTried ? [] : inTurn).map((name) => {
        const says = `PATCH of \`${name}\` of a ${stateOf(caller)}${what} by ${role}`;
        return row(says, only([name]), { role, when });
      });
      // Whoever changes nothing must not see it either.
      const says = `PATCH of no field of a ${stateOf(caller)}${what} by ${role}`;
      const empty =
        when?.state === 'private' ? [row(says, () => [], { role, when, mayBeInvalid: true })] : [];
      const rows = [...usual, ...alone, ...empty, ...(path === undefined ? [] : elsewhere)];
      return rows.map((each) => {
        const isDocumented = subject.methods.some((method) => method === each.method);
        return isDocumented ? each : { ...each, isUndocumented: true };
      });
    },
  };
}
