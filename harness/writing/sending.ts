import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { isRestored, writableAt } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import { onceMore } from '../lost-write.js';
import { isObject } from '../place.js';
import { credentialName } from '../role.js';
import { inconclusive } from '../violation.js';
import { didNotArrive } from './arrived.js';
import { create, demandBudget } from './creating.js';
import { demandMaintainer } from './maintainer.js';
import { demandTime, takeTurn } from './marker.js';
import { demandSaved, fieldsWritten, keepOriginal } from './originals.js';
import {
  demandUntouched,
  noteAnswer,
  noteRead,
  noteSent,
  noteUnreadable,
} from './other-clients.js';
import { demandAnsweredWith, demandOwn, noteNames, strayIn } from './own-address.js';
import { Unreadable } from './own-rows.js';
import { demandTakenBack } from './put-back-trial.js';
import type { Wanted, WriteSession } from './session.js';
import { demandPassing, demandUncached } from './try-out.js';
import type { Original } from './values.js';
import { unnamedOf } from './values-of-run.js';

/**
 * Sends a write after saving what is needed to undo it. Inconclusive if the instance is temporarily
 * unavailable, and if the maintainer is refused and does not maintain the project.
 */
export async function sendWrite(session: WriteSession, api: Api, wanted: Wanted): Promise<Answer> {
  const { method, path, body } = wanted;
  const object = session.permitted.objectAt(path);
  const stray = session.strayed.get(object);
  if (stray !== undefined) throw stray;
  session.permitted.demand({ method, path: api.path(path), body });
  demandTime(session);
  demandPassing(session, method);
  const isCheck = writableAt(object).resource === 'check';
  return orInconclusive(async () => {
    if (method !== 'POST') return await change(session, api, wanted, object);
    const as = isCheck && api.role === 'maintainer' ? api.as(session.checksAs) : api;
    if (isCheck) await demandOwn(session, as, object);
    demandBudget(session, as, wanted, object);
    const answer = await create(session, as, wanted, object);
    await demandMaintainer(session, answer);
    // Who has created a check has the permission: what is refused then is something else. A page is not the API.
    const mayCreate = session.made.some(
      (each) => each.kind === 'check' && each.role === answer.role,
    );
    const isRefused =
      isCheck &&
      answer.role === 'maintainer' &&
      answer.status === 403 &&
      isObject(answer.json) &&
      !mayCreate;
    return isRefused ? createAsCi(session, api, wanted, answer) : answer;
  });
}

/** Does a piece of work; inconclusive where the instance is temporarily unavailable, or a list cannot be read. */
async function orInconclusive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TransportError && error.code === 'unavailable') {
      return inconclusive(error.message, 'no-answer');
    }
    if (error instanceof Unreadable) {
      return inconclusive(
        `${error.message}, so nothing was created: it could not have been identified`,
        'not-written',
      );
    }
    throw error;
  }
}

/**
 * Saves an object that is to be changed, and finds out whether it can be put back. Inconclusive as `sendWrite` is, and
 * for what the run may not write any more.
 */
export function prepareObject(session: WriteSession, api: Api, path: string): Promise<unknown> {
  const object = session.permitted.objectAt(path);
  return orInconclusive(() => makeReady(session, api, object));
}

/**
 * Creating checks may be a permission of its own, which a maintainer need not have
 * (docs/verdicts.md B-27). Inconclusive without the role `ci`; its answer stands otherwise.
 */
async function createAsCi(
  session: WriteSession,
  api: Api,
  wanted: Wanted,
  refused: Answer,
): Promise<Answer> {
  if (!session.roles.includes('ci')) {
    return inconclusive(
      `${named(refused)} was refused to a maintainer with 403: creating checks may be a permission of its own; set ${credentialName('ci', 'token')} to an account that has it`,
      'role-missing',
      { role: 'ci' },
    );
  }
  session.turnAsCi ??= takeTurn(session, ['ci']);
  await session.turnAsCi;
  session.checksAs = 'ci';
  return sendWrite(session, api, wanted);
}

/**
 * Saves an object, and finds out whether its values can be put back. To be called before anything is read that a
 * write is compared with. Nothing for what the run makes. Returns the object as it was.
 */
async function makeReady(
  session: WriteSession,
  api: Api,
  object: string,
): Promise<Original | undefined> {
  await demandOwn(session, api, object);
  if (!isRestored(object)) return undefined;
  // The response to a trial may be lost, as that to any write.
  return onceMore(async () => {
    demandTime(session);
    const original = await keepOriginal(session, object);
    const newest = session.reader(session.instance.newest, writableAt(object).by);
    if (!original.isProven) await demandOwn(session, newest, object);
    await demandTakenBack(session, original);
    return original;
  });
}

/** Notes what a read shows after a write whose response was lost. */
async function noteLost(
  session: WriteSession,
  { version }: Api,
  wanted: Wanted,
  original: Original,
): Promise<void> {
  await session.untilShown();
  session.client.forgetReads();
  const { object } = original;
  const path = `${object}/`;
  try {
    const read = await session.reader(version, writableAt(object).by).get(path);
    noteRead(session, original, wanted, { read });
  } catch (error) {
    // Then the values that were sent are all that is known.
    if (!(error instanceof TransportError)) throw error;
  }
}

async function change(
  session: WriteSession,
  api: Api,
  wanted: Wanted,
  object: string,
): Promise<Answer> {
  const original = await makeReady(session, api, object);
  if (original !== undefined) {
    demandSaved(original, wanted);
    await demandUntouched(session, original);
  }
  const sent = fieldsOf(wanted.body);
  // It may blank what it may change and does not name (docs/api.md does not say, docs/verdicts.md B-37).
  const unnamed = original !== undefined && wanted.method === 'PUT' ? unnamedOf(original) : [];
  const mayBlank = [...fieldsWritten(object, wanted), ...unnamed].filter(
    (field) => !Object.hasOwn(sent, field),
  );
  const n = session.nextWrite();
  noteNames(session, object, sent);
  const takeBack = original === undefined ? () => {} : noteSent(original, sent);
  const sending = session.sendSaved(api, wanted, {
    beforeSending: () =>
      session.journal.append({ entry: 'write', n, object, values: sent, mayBlank }),
    didNotArrive: async () => {
      if (!(await didNotArrive(session, api, wanted, object))) return false;
      // While the run waited, another client may have changed it.
      if (original !== undefined) await demandUntouched(session, original);
      return true;
    },
  });
  const answer = await sending.catch(async (error: unknown) => {
    if (!(error instanceof TransportError)) throw error;
    session.unanswered.push({ object, method: wanted.method, values: Object.values(sent) });
    // If it was deleted, its id may be used again.
    if (wanted.method === 'DELETE') session.deleted.add(object);
    // It may have been stored all the same, and in another form.
    if (original !== undefined) await noteLost(session, api, wanted, original);
    throw error;
  });
  if (answer.status >= 400 && answer.status < 500) {
    session.journal.note({ entry: 'refused', n });
    takeBack();
  } else noteAnswer(session, original, object, wanted, answer);
  demandAnsweredWith(session, api, object, answer);
  if (wanted.method === 'DELETE' && answer.status < 300) session.deleted.add(object);
  if (original !== undefined) {
    // The checks of the write share this read.
    const reader = session.reader(api.version, writableAt(object).by);
    const read = await reader.get(`${object}/`);
    await noteUnreadable(session, original, read);
    if (strayIn(session, object, read) === undefined) {
      noteRead(session, original, wanted, { answer, read });
      await demandUncached(session, reader, object, { answer, read });
    }
  }
  await demandMaintainer(session, answer);
  return answer;
}
