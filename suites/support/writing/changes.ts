import type { CheckContext } from '../../../harness/check-context.js';
import type { Seen } from '../../../harness/place.js';
import { inconclusive, type NotSent } from '../../../harness/violation.js';
import { outerOf } from '../../../specification/writable.js';
import { type Attempt, attemptIfSaved, attempts, isKept, type Row } from './attempt.js';
import {
  fieldsIn,
  isFlag,
  isFlat,
  otherValues,
  type Subject,
  type SubjectField,
  type Values,
} from './subject.js';

/** A PATCH in JSON by the role that may write the subject, unless a part says otherwise. */
export function patch(
  { role }: Subject,
  name: string,
  values: Row['values'],
  parts?: Partial<Row>,
): Row {
  return { name, role, method: 'PATCH', encoding: 'JSON', values, ...parts };
}

/** Every field at once: a PUT must not lack one. */
export function put(context: CheckContext, subject: Subject, name = 'PUT'): Row {
  const fields = fieldsIn(subject, context.api.version);
  return patch(subject, name, (before) => otherValues(context, fields, before), { method: 'PUT' });
}

/**
 * The present values of the fields that an object holds beside one, such as those in `settings`: that the body of a
 * PATCH may lack fields does not say that an object in it may.
 */
export function besideIn(
  fields: readonly SubjectField[],
  { name }: SubjectField,
  before: Seen,
): Values {
  return (
    fields
      .filter((each) => each.name !== name && !isFlat(each) && outerOf(each.name) === outerOf(name))
      .map((each) => [each.name, each.shown(before)] as const)
      // What is blank may not be taken.
      .filter(([, value]) => value !== undefined && value !== null)
  );
}

/**
 * The changes of each field by itself: of patches to one, and to two, in both orders, since a bundle may hold no
 * more. Flags are changed and changed back, and the others once for each of their values, before and
 * after a PUT, whose values a PATCH must not bring back. No row for a field without another value.
 */
export function changeRows(context: CheckContext, subject: Subject): Row[] {
  const fields = fieldsIn(subject, context.api.version);
  const flags = fields.filter(isFlag);
  const change = (field: SubjectField, time: string) =>
    patch(
      subject,
      `${time} PATCH of \`${field.name}\``,
      (before) => [...besideIn(fields, field, before), ...otherValues(context, [field], before)],
      { changes: field.name },
    );
  const others = (time: string) =>
    fields
      .filter((field) => !flags.includes(field))
      .flatMap((field): Row[] => {
        if (field.value.kind !== 'patch-ids') return [change(field, time)];
        const [first, second, last = second] = context.write.patches().slice(0, 3);
        if (first === undefined || second === undefined || last === undefined) return [];
        const sent = [[second], time === 'first' ? [last, first] : [first, last]];
        return sent.map((ids) => ({
          ...change(field, `${time}, to ${ids.join(', ')}:`),
          values: () => [[field.name, ids]],
        }));
      });
  return [
    ...flags.map((field) => change(field, 'first')),
    ...others('first'),
    ...(subject.methods.includes('PUT') ? [put(context, subject)] : []),
    ...others('second'),
    ...flags.map((field) => change(field, 'second')),
  ];
}

/**
 * The PATCH requests among the changes; none after a write that makes the object unreadable. What would change a
 * field without a saved value is not sent; throws the reason if that is all.
 */
export async function changes(context: CheckContext, subject: Subject): Promise<Attempt[]> {
  const done: Attempt[] = [];
  const unsent: NotSent[] = [];
  for (const row of changeRows(context, subject)) {
    done.push(...(await attemptIfSaved(context, subject, row, unsent)));
    if (done.length > 0 && done.at(-1)?.read.status !== 200) break;
  }
  if (done.length === 0 && unsent[0] !== undefined) throw unsent[0];
  return done.filter(({ row }) => row.method === 'PATCH');
}

/** The plain changes of one field; throws the reason if none of them is sent. */
export function changesOf(context: CheckContext, subject: Subject, field: SubjectField) {
  const own = changeRows(context, subject).filter((row) => row.changes === field.name);
  return attempts(context, subject, own);
}

/**
 * The fields that store each value of their changes. They are the control of other requirements: that
 * a field is unchanged, or changed in another way, proves something only if it can be changed.
 */
export async function keptFields(context: CheckContext, subject: Subject): Promise<SubjectField[]> {
  const done = await changes(context, subject);
  const kept = fieldsIn(subject, context.api.version).filter((field) => {
    const own = done.filter(({ row }) => row.changes === field.name);
    return own.length > 0 && own.every((each) => isKept(field, each));
  });
  if (kept.length > 0) return kept;
  return inconclusive(
    `no PATCH of the ${subject.what} stored a field as it was sent`,
    'failed-write',
    { requirement: subject.id },
  );
}
