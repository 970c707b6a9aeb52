import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { fieldsAt, isRestored, writableAt } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import { at, elements, isObject, seen } from '../place.js';
import { credentialName } from '../role.js';
import { Inconclusive, inconclusive } from '../violation.js';
import { didNotArrive } from './arrived.js';
import { create, demandBudget } from './creating.js';
import { demandTime, takeTurn } from './marker.js';
import { demandSaved, keepOriginal, noteShown } from './originals.js';
import { demandAnsweredWith, demandOwn, noteNames, strayIn } from './own-address.js';
import { Unreadable } from './own-rows.js';
import type { Wanted, WriteSession } from './session.js';
import { take } from './targets.js';
import { demandPassing, demandUncached } from './try-out.js';

/** What the read after a write shows belongs to the run, for only the run changes them. */
const SHOWN_AFTERWARDS = ['user', 'project'];

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
  try {
    if (method !== 'POST') return await change(session, api, wanted, object);
    const as = isCheck && api.role === 'maintainer' ? api.as(session.checksAs) : api;
    if (isCheck) await demandOwn(session, as, object);
    demandBudget(session, as, object);
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

async function change(
  session: WriteSession,
  api: Api,
  wanted: Wanted,
  object: string,
): Promise<Answer> {
  await demandOwn(session, api, object);
  if (isRestored(object)) demandSaved(await keepOriginal(session, object), object, wanted);
  const sent = fieldsOf(wanted.body);
  // A PUT may blank missing fields (docs/api.md does not say, docs/verdicts.md B-37).
  const blank = wanted.method === 'PUT' ? fieldsAt(object).map((field) => [field, null]) : [];
  const values = { ...Object.fromEntries(blank), ...sent };
  const n = session.nextWrite();
  noteNames(session, object, sent);
  const answer = await session.sendSaved(api, wanted, {
    beforeSending: () => session.journal.append({ entry: 'write', n, object, values }),
    didNotArrive: () => didNotArrive(session, api, wanted, object),
  });
  if (answer.status >= 400 && answer.status < 500) session.journal.note({ entry: 'refused', n });
  else noteShown(session, object, answer);
  demandAnsweredWith(session, api, object, answer);
  const { by, resource } = writableAt(object);
  if (isRestored(object) && SHOWN_AFTERWARDS.includes(resource)) {
    // The checks of the write share this read.
    const reader = session.reader(api.version, by);
    const read = await reader.get(`${object}/`);
    if (strayIn(session, object, read) === undefined) {
      noteShown(session, object, read);
      await demandUncached(session, reader, object, { answer, read });
    }
  }
  await demandMaintainer(session, answer);
  return answer;
}

/**
 * Inconclusive if a write of the maintainer was refused and the project does not list that user
 * among its maintainers: then the credentials belong to another account (docs/verdicts.md B-43).
 */
async function demandMaintainer(session: WriteSession, answer: Answer): Promise<void> {
  if (answer.role !== 'maintainer' || ![401, 403].includes(answer.status)) return;
  const why = await session.instance.once('whether the maintainer maintains', () =>
    whyNotMaintainer(session),
  );
  if (why !== undefined) inconclusive(why, 'role-rejected', { role: 'maintainer' });
}

/** Users are compared by name, because an id may be wrong. */
async function whyNotMaintainer(session: WriteSession): Promise<string | undefined> {
  const { id, link_name } = take(session.targets.project);
  const reader = session.reader(session.instance.newest, 'maintainer');
  const project = await reader.get(`projects/${id}/`);
  const users = elements(at(seen(project), 'maintainers'));
  const names = users.map((user) => at(user, 'username').value);
  const name = await ownName(session);
  if (name !== undefined && names.includes(name)) return undefined;
  const who = name === undefined ? 'maintainer' : `maintainer (${name})`;
  const maintainers = names.length === 0 ? 'nobody' : names.slice(0, 5).join(', ');
  return `role ${who} is not among the maintainers of ${link_name} (${maintainers})`;
}

async function ownName(session: WriteSession): Promise<string | undefined> {
  const given = session.instance.nameOf('maintainer');
  if (given !== undefined) return given;
  try {
    const id = await session.instance.ownId('maintainer');
    const { json } = await session
      .reader(session.instance.newest, 'maintainer')
      .get(`users/${id}/`);
    return isObject(json) && typeof json.username === 'string' ? json.username : undefined;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return undefined;
  }
}
