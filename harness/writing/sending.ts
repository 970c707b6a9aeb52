import type { Api } from '../api.js';
import { type Answer, named } from '../client/answer.js';
import { type Body, fieldsOf } from '../client/body.js';
import { UNKNOWN_ID, type WriteMethod } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import type { CreatingEntry } from '../journal-entry.js';
import { credentialName, type Scheme } from '../role.js';
import { inconclusive } from '../violation.js';
import type { MakeBundle } from './account.js';
import { demandNoConflict, demandUnchanged } from './conflict.js';
import { noteLeft } from './left-values.js';
import { type Looked, lookUpMade, lookUpWritten, NONE_MADE } from './lost-answer.js';
import { demandMaintainer } from './maintains.js';
import { keepOriginal, type OwnedObject, ownerOf } from './originals.js';
import { demandNoOtherRun } from './other-runs.js';
import { demandAnsweredWith, demandOwn, noteNames } from './own-address.js';
import { idOf, integers } from './own-rows.js';
import type { WriteSession } from './session.js';

/** The most checks that are created in one version, because checks cannot be deleted. */
export const MOST_CHECKS = 8;

/** The most bundles that are created in one version if DELETE is not offered. */
export const MOST_KEPT_BUNDLES = 3;

/** A write of a check; `path` is relative to `/api/{v}/`. */
export interface Wanted {
  method: WriteMethod;
  path: string;
  body: Body;
  /** The authentication scheme; by default the token if there is one. */
  scheme?: Scheme;
}

/**
 * Sends a write after saving what is needed to undo it. Inconclusive if the instance is temporarily
 * unavailable, and if the maintainer is refused and does not maintain the project.
 */
export async function sendWrite(session: WriteSession, api: Api, wanted: Wanted): Promise<Answer> {
  const collection = /^(bundles|patches\/\d+\/checks)\/?$/.exec(wanted.path)?.[1];
  try {
    const answer =
      wanted.method === 'POST' && collection !== undefined
        ? await create(session, creatorOf(session, api, collection), wanted, collection)
        : await change(session, api, wanted);
    await demandMaintainer(session, answer);
    return isCheckRefused(answer, collection) ? createAsCi(session, api, wanted, answer) : answer;
  } catch (error) {
    if (error instanceof TransportError && error.code === 'unavailable') {
      return inconclusive(error.message);
    }
    throw error;
  }
}

/** The role that creates checks, where a maintainer would. */
function creatorOf(session: WriteSession, api: Api, collection: string): Api {
  return collection !== 'bundles' && api.role === 'maintainer' ? api.as(session.checksAs) : api;
}

function isCheckRefused({ role, status }: Answer, collection: string | undefined): boolean {
  return role === 'maintainer' && status === 403 && collection?.endsWith('/checks') === true;
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
    );
  }
  session.checksAs = 'ci';
  return sendWrite(session, api, wanted);
}

async function change(session: WriteSession, api: Api, wanted: Wanted): Promise<Answer> {
  const { method, path, body } = wanted;
  permitted(session, api, wanted);
  const object = path.replace(/\/$/, '');
  const owned = ownerOf(object, session);
  const sent = fieldsOf(body);
  const begun = session.client.lastExchange;
  if (owned !== undefined) await demandNoOtherRun(session);
  demandNoConflict(session, owned?.object ?? object);
  await demandOwn(session, api, object, makeBundle(session));
  noteNames(session, object, sent);
  if (owned !== undefined) await keepOriginal(session, owned, api.version);
  const values = owned === undefined ? sent : { ...unnamedBlank(method, owned, sent), ...sent };
  const beforeSending = () => {
    session.journal.append({ entry: 'write', object: owned?.object ?? object, method, values });
    session.states.get(owned?.object ?? object)?.writing(values);
  };
  const mayRepeat = async () => {
    if (owned !== undefined) await demandUnchanged(session, owned);
    return method !== 'POST';
  };
  try {
    if (owned !== undefined) await demandUnchanged(session, owned, begun);
    const answer = await transmit(session, api, wanted, beforeSending, mayRepeat);
    try {
      if (owned !== undefined) await noteLeft(session, owned, api.version, answer.status < 400);
    } finally {
      demandAnsweredWith(session, api, object, answer);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.code === 'unavailable') throw error;
    if (owned !== undefined) await noteLeft(session, owned, api.version, true);
    const effect = await lookUpWritten(session, api.version, object, sent, owned);
    throw new TransportError(
      error.code,
      `${error.message}; the response was lost: ${effect}; not repeated`,
    );
  }
}

/** A PUT may blank missing fields (SPEC.md does not say, docs/verdicts.md B-37). */
function unnamedBlank(
  method: WriteMethod,
  owned: OwnedObject,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  if (method !== 'PUT') return {};
  const unnamed = owned.writable.filter((field) => !Object.hasOwn(sent, field));
  return Object.fromEntries(unnamed.map((field) => [field, null]));
}

async function create(
  session: WriteSession,
  api: Api,
  wanted: Wanted,
  collection: string,
): Promise<Answer> {
  permitted(session, api, wanted);
  const kind = collection === 'bundles' ? 'bundle' : 'check';
  const unknown = collection.includes(`/${UNKNOWN_ID}/`);
  if (kind === 'check') await demandOwn(session, api, collection, makeBundle(session));
  if (!unknown) await checkBudget(session, kind, api);
  if (!unknown) await session.keepKnown(collection, api);
  const values = fieldsOf(wanted.body);
  const { version, role } = api;
  let entry: CreatingEntry = { entry: 'creating', n: 0, kind, collection, version, role, values };
  let looked: Looked | undefined;
  const beforeSending = () => {
    entry = { ...entry, n: session.nextMade() };
    session.journal.append(entry);
  };
  // A creation that failed temporarily may have succeeded: it is repeated only if it did not.
  const mayRepeat = async () => {
    looked = unknown ? NONE_MADE : await lookUpMade(session, entry);
    return looked.made === 'no';
  };
  try {
    const answer = await transmit(session, api, wanted, beforeSending, mayRepeat);
    session.noteMade(entry, answer);
    // If the response does not name the created object, it is searched for, as after a lost
    // response.
    const tells = idOf(answer.json) !== undefined || answer.status >= 400;
    if (!unknown && (!tells || answer.status >= 500)) await lookUpMade(session, entry);
    return answer;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const isLost = error.code !== 'unavailable';
    if (isLost || looked === undefined) looked = await lookUpMade(session, entry);
    const lost = isLost ? 'the response was lost: ' : '';
    const tail = looked.made === 'no' && !isLost ? '' : `; ${lost}${looked.says}; not repeated`;
    throw new TransportError(error.code, `${error.message}${tail}`);
  }
}

/** Creates a private bundle to find its owner; with any patch if no project is known. */
function makeBundle(session: WriteSession): MakeBundle {
  return async (api) => {
    const { patches } = session.targets;
    const known =
      'value' in patches
        ? patches.value
        : integers(await session.reader(api.version, api.role).list('patches/', { per_page: 100 }));
    const json = { name: session.freshName(), public: false, patches: known.slice(0, 1) };
    const wanted = { method: 'POST', path: 'bundles/', body: { json } } as const;
    return create(session, api, wanted, 'bundles');
  };
}

/**
 * Inconclusive if the run has created as many objects of a kind in this version as may remain. Whether bundles can
 * be deleted is found out before a second one is created.
 */
async function checkBudget(
  session: WriteSession,
  kind: 'bundle' | 'check',
  api: Api,
): Promise<void> {
  const made = [...session.made].filter(
    ([object, version]) => version === api.version && object.startsWith(`${kind} `),
  ).length;
  if (kind === 'check') {
    if (made < MOST_CHECKS) return;
    inconclusive(
      `the limit of ${made} checks in this version is reached; checks cannot be deleted, so no more are created`,
    );
  }
  if (made < MOST_KEPT_BUNDLES || (await session.deletes(api))) return;
  inconclusive(
    `the limit of ${made} bundles in this version is reached; this instance cannot delete bundles, so no more are created`,
  );
}

/** Checked before anything is read or saved. */
function permitted(session: WriteSession, api: Api, { method, path, body }: Wanted): void {
  session.permitted.demand({ method, path: api.path(path), body });
}

async function transmit(
  session: WriteSession,
  api: Api,
  { path, ...wanted }: Wanted,
  beforeSending: () => void,
  mayRepeat?: () => Promise<boolean>,
): Promise<Answer> {
  const request = { ...wanted, role: api.role, path: api.path(path), beforeSending, mayRepeat };
  const answer = await session.client.write(request);
  api.note(answer);
  return answer;
}
