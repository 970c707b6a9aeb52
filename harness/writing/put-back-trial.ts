import { outerOf } from '../../specification/writable.js';
import { type Answer, named } from '../client/answer.js';
import { nested } from '../client/body.js';
import { fieldsAt, writableAt } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import { isObject } from '../place.js';
import { isEqualOrBlank } from '../same-value.js';
import { Inconclusive, type Mismatch, NoMoreWrites, unanswered } from '../violation.js';
import { demandMaintainer } from './maintainer.js';
import { demandUntouched, noteAnswer, noteUnreadable } from './other-clients.js';
import { demandAnsweredWith } from './own-address.js';
import type { WriteSession } from './session.js';
import { type Original, picked, valuesOf } from './values.js';
import { isSameShown, readOnlyOf, unnamedOf } from './values-of-run.js';

/** The most writes of one object that find out whether it can be put back. */
const MOST_TRIALS = 3;

/** What is sent to put an object back. */
interface PuttingBack {
  method: 'PATCH' | 'PUT';
  values: Record<string, unknown>;
}

/** What a trial showed. */
interface Tried {
  answer: Answer;
  /** What is wrong with it; undefined if the object is as it was. */
  mismatch?: Mismatch;
  /** The fields that are refused by name. */
  refused: string[];
}

/**
 * Finds out, before an object is changed, whether its old values can be put back: sends them unchanged, in the
 * version, role and way of restoring. A field that is not taken back counts as one without a saved value. Throws a
 * NoMoreWrites if the object takes nothing back, which is a violation of the requirement on that method.
 */
export async function demandTakenBack(session: WriteSession, original: Original): Promise<void> {
  if (original.refusal !== undefined) throw original.refusal;
  if (original.isProven) return;
  const { object, unsaved } = original;
  const patched = session.turnedAway.has('PATCH') ? undefined : await tryByPatch(session, original);
  if (original.isProven) return;
  if (Object.keys(valuesDue(original)).length === 0) return;
  if (patched !== undefined && patched.refused.length > 0) throw notFoundOut(object);
  // A PUT must name every field.
  const mayPut = unsaved.size === 0 && writesByPut(object) && !session.turnedAway.has('PUT');
  const put = mayPut
    ? await tryOnce(session, original, { method: 'PUT', values: valuesDue(original) })
    : undefined;
  if (original.isProven) {
    if (original.lost === undefined) original.patchMismatch = patched?.mismatch;
    return;
  }
  const { mismatch } = patched ?? put ?? {};
  if (mismatch === undefined) return;
  throw refuse(original, mismatch);
}

/** Nothing more is written: for a violation, unless it may come from a trial whose response was lost. */
function refuse(original: Original, mismatch: Mismatch): Inconclusive {
  const { lost } = original;
  original.refusal =
    lost === undefined
      ? new NoMoreWrites(mismatch)
      : new Inconclusive(
          `${mismatch.message}, after ${lost.message}; nothing more was written there`,
          'not-written',
        );
  return original.refusal;
}

/** Whether the specification has a PUT of an object: a comment has none. */
export function writesByPut(object: string): boolean {
  return writableAt(object).resource !== 'patch-comment';
}

/** The values that can be put back as far as is known, as they were. */
function valuesDue({ object, values, unsaved }: Original): Record<string, unknown> {
  const lost = new Set([...unsaved.keys()].map(outerOf));
  const fields = fieldsAt(object).filter((field) => !lost.has(outerOf(field)));
  return picked(values, fields);
}

/** Tries PATCH: once more without what it refuses by name. Returns the last trial; undefined if there was none. */
async function tryByPatch(session: WriteSession, original: Original): Promise<Tried | undefined> {
  let tried: Tried | undefined;
  let blank: string[] = [];
  for (;;) {
    const due = valuesDue(original);
    const values = { ...due, ...Object.fromEntries(blank.map((field) => [field, ''])) };
    if (Object.keys(values).length === 0) return tried;
    tried = await tryOnce(session, original, { method: 'PATCH', values });
    if (original.isProven || tried.refused.length === 0) return tried;
    if (original.trials >= MOST_TRIALS) return tried;
    const { answer, refused } = tried;
    // Blank fields are returned as null, but some instances accept only an empty text.
    const again = refused.filter((field) => due[field] === null && !blank.includes(field));
    for (const field of refused.filter((each) => !again.includes(each))) {
      original.unsaved.set(field, `${named(answer)} refused the present value of \`${field}\``);
    }
    blank = [...blank, ...again].filter((field) => !original.unsaved.has(field));
  }
}

function notFoundOut(object: string, lost?: TransportError): Inconclusive {
  const cause = lost === undefined ? '' : ` (${lost.message})`;
  const says = `whether the values of ${object} can be put back could not be found out in ${MOST_TRIALS} writes${cause}, so nothing more was written to it`;
  return new Inconclusive(says, lost === undefined ? 'not-written' : 'no-answer');
}

async function tryOnce(
  session: WriteSession,
  original: Original,
  { method, values }: PuttingBack,
): Promise<Tried> {
  const { object } = original;
  if (original.trials >= MOST_TRIALS) {
    original.refusal = notFoundOut(object, original.lost);
    throw original.refusal;
  }
  const look = await demandUntouched(session, original);
  original.trials += 1;
  original.isWritten = true;
  const { by } = writableAt(object);
  const api = session.reader(session.instance.newest, by);
  const n = session.nextWrite();
  const mayBlank = method === 'PUT' ? unnamedOf(original) : [];
  const wanted = { method, path: `${object}/`, body: { json: nested(values) } };
  try {
    const answer = await session.sendSaved(api, wanted, {
      beforeSending: () => session.journal.append({ entry: 'write', n, object, values, mayBlank }),
      // It sends what is there, so it does not matter whether it arrived.
      didNotArrive: async () => {
        await demandUntouched(session, original);
        return true;
      },
    });
    if (answer.status >= 400 && answer.status < 500) session.journal.note({ entry: 'refused', n });
    else noteAnswer(session, original, object, wanted, answer);
    await demandMaintainer(session, answer);
    demandAnsweredWith(session, api, object, answer);
    const refused = answer.status === 400 ? namedIn(answer, values) : [];
    const what = `${named(answer)} with the present values`;
    if (answer.status >= 300) return { answer, refused, mismatch: ofStatus(what, answer) };
    session.client.forgetReads();
    const read = await api.get(`${object}/`);
    await noteUnreadable(session, original, read);
    if (read.status >= 500 && !original.isUnreadable) unanswered(read, ', and the object later');
    if (read.status !== 200) {
      throw refuse(original, ofStatus(`${named(read)} after ${what}`, read));
    }
    const present = valuesOf(object, read.json);
    const isOther = (field: string) =>
      Object.hasOwn(values, field)
        ? Object.hasOwn(present, field) && !isEqualOrBlank(original.values[field], present[field])
        : Object.hasOwn(look, field) &&
          Object.hasOwn(present, field) &&
          !isSameShown(look[field], present[field]);
    const other = [...Object.keys(values), ...readOnlyOf(original)].find(isOther);
    if (other === undefined) {
      session.journal.append({ entry: 'proven', object, method, values });
      original.isProven = true;
      return { answer, refused };
    }
    // What the response shows as it was, another client may have changed since; what is read-only, none can.
    const answered = valuesOf(object, answer.json);
    const isAsBefore = isEqualOrBlank(original.values[other], answered[other]);
    if (Object.hasOwn(values, other) && Object.hasOwn(answered, other) && isAsBefore) {
      const says = `${named(read)} shows another \`${other}\` than the response to the write before: another client changes it, or what is stored is not what is answered, so nothing more was written there`;
      original.refusal = new Inconclusive(says, 'not-written');
      throw original.refusal;
    }
    const { exchange } = read;
    const message = `${what}: expected that nothing changes, got another \`${other}\``;
    const received = present[other];
    return { answer, refused, mismatch: { message, kind: 'value', received, exchange } };
  } catch (error) {
    // Nor is it known then what the object shows after it.
    if (error instanceof TransportError) original.lost = error;
    throw error;
  }
}

function ofStatus(what: string, { status, exchange }: Answer): Mismatch {
  const message = `${what}: expected status 200, got ${status}`;
  return { message, kind: 'status', expected: 'status 200', received: status, exchange };
}

/** The fields of those sent that the body of a 400 names; a nested object stands for its members. */
function namedIn({ json }: Answer, sent: Record<string, unknown>): string[] {
  if (!isObject(json)) return [];
  const keys = new Set(Object.keys(json));
  return Object.keys(sent).filter((field) => keys.has(field) || keys.has(outerOf(field)));
}
