import { setTimeout as sleep } from 'node:timers/promises';
import { versionsOfWrites } from '../../specification/writable.js';
import type { Api } from '../api.js';
import { type Answer, header, named } from '../client/answer.js';
import { TransportError } from '../client/transport-error.js';
import { isObject, type JsonObject } from '../place.js';
import type { SignedInRole } from '../role.js';
import { inconclusive } from '../violation.js';
import { create, MOST_KEPT_BUNDLES } from './creating.js';
import { idOf, rowsOf, Unreadable } from './own-rows.js';
import { removeBundle } from './remove-bundle.js';
import { mayBeShownAs } from './same-value.js';
import type { Made, WriteSession } from './session.js';
import { type Turn, turnIn, turnName } from './temporary-values.js';

// One run writes at a time. Each creates a private bundle as a marker, and then lists the bundles of
// its role: of two markers, the list of the later one shows the earlier, so never two runs go on.

/** A run writes for so long. */
const LONGEST_TURN_MS = 60 * 60_000;

/** An older marker is that of a run that was killed. */
export const ABANDONED_MS = 2 * LONGEST_TURN_MS;

const POLL_MS = 100;

/** Statuses with which a server or a proxy refuses a method. */
const NO_METHOD = [405, 501];

/**
 * Finds out, once in a run, what may be written, that no other run writes, and which writes reach the
 * instance. To be called before each check that writes. Inconclusive if nothing may be written.
 */
export function prepareWriting(session: WriteSession): Promise<void> {
  session.prepared ??= (async () => {
    await session.findTargets();
    await takeTurn(session);
    await tryOut(session);
  })();
  return session.prepared;
}

/** Inconclusive if the run began to write too long ago, so that others take its marker for left. */
export function demandTime({ since }: WriteSession): void {
  if (since === undefined || Date.now() - since < LONGEST_TURN_MS) return;
  inconclusive(
    `the run stopped writing ${LONGEST_TURN_MS / 60_000} minutes after it began, because other runs do not wait longer`,
  );
}

/**
 * Waits until no other run writes as one of these roles, and keeps others from writing until the
 * markers are removed, as the last act of the run. Inconclusive if that is not possible: then
 * nothing may be written.
 */
export async function takeTurn(
  session: WriteSession,
  roles: readonly SignedInRole[] = ['user', 'maintainer'],
): Promise<void> {
  const own = roles.filter((role) => session.roles.includes(role));
  const until = Date.now() + session.waits.turn;
  const [least, most] = session.waits.again;
  for (;;) {
    const other = await tryTurn(session, own);
    if (other === undefined) break;
    if (Date.now() >= until) {
      inconclusive(
        `run ${other.run} has been writing to this instance since ${other.since.toISOString()}, so nothing was written; wait until it ends or, if it was killed, restore from its journal, or run: conformance restore --base-url ${session.client.baseUrl} --run ${other.run}`,
      );
    }
    await sleep(least + Math.random() * (most - least));
  }
}

/** Creates the markers; if another run has one, removes them again and returns that run. */
async function tryTurn(
  session: WriteSession,
  roles: readonly SignedInRole[],
): Promise<Turn | undefined> {
  const before = markersOf(session);
  if (before.length === 0) session.since = Date.now();
  for (const role of roles) {
    const other = await markAs(session, role);
    if (other === undefined) continue;
    for (const each of markersOf(session).filter((marker) => !before.includes(marker))) {
      await removeBundle(session.client, each, session.waits.look);
      session.made.splice(session.made.indexOf(each), 1);
    }
    return other;
  }
  return undefined;
}

function markersOf({ made }: WriteSession): Made[] {
  return made.filter(({ kind, values }) => kind === 'bundle' && turnIn(values.name) !== undefined);
}

/** Creates the marker of a role, unless another run has one or cannot be seen. */
async function markAs(session: WriteSession, role: SignedInRole): Promise<Turn | undefined> {
  const { instance } = session;
  const without = (why: string) => {
    session.notes.push(
      `no marker as ${role} (${why}): another run that writes at the same time could not be kept out`,
    );
    return undefined;
  };
  try {
    const newest = session.reader(instance.newest, role);
    const waiting = await otherRun(
      session,
      newest,
      await session.keepKnown('bundles', newest, true),
    );
    if (waiting !== undefined) return waiting;
    const marker = await createMarker(session, role);
    if (typeof marker === 'string') return without(marker);
    const api = session.reader(marker.version, role);
    const rows = await rowsWith(session, api, marker);
    const isListed = rows.some((row) => idOf(row) === marker.id);
    const own = await ownBundle(session, marker);
    if (own === undefined) return without('the bundle that was created is not found');
    if (!isListed && rows.some(({ public: isPublic }) => isPublic === false)) {
      inconclusive(
        `bundles/ does not list the private bundle ${marker.id}, which the run created as ${role} to keep other runs out, although it lists other private ones, so nothing was written`,
      );
    }
    const owner = idOf(own.owner);
    if (owner !== undefined) session.owners.set(role, owner);
    return isListed ? otherRun(session, api, rows) : without('bundles/ does not list it');
  } catch (error) {
    if (error instanceof Unreadable || error instanceof TransportError)
      return without(error.message);
    throw error;
  }
}

/** A bundle as its maker reads it; undefined, and not written to, if it is not that of the run. */
async function ownBundle(session: WriteSession, made: Made): Promise<JsonObject | undefined> {
  session.client.forgetReads();
  const api = session.reader(made.version, made.role);
  const { status, json } = await api.get(`bundles/${made.id}/`);
  if (status === 200 && isObject(json) && mayBeShownAs(made.values.name, json.name)) return json;
  session.made.splice(session.made.indexOf(made), 1);
  return undefined;
}

/** A private bundle in the newest version that creates one, or why there is none. */
async function createMarker(session: WriteSession, role: SignedInRole): Promise<Made | string> {
  const name = turnName(session.config.run, new Date(session.since ?? 0), session.nextWrite());
  const { patches } = session.targets;
  const creatable = versionsOfWrites('bundle', 'create');
  const versions = session.instance.versions.filter((each) => creatable.includes(each));
  let why = 'no version in which bundles can be created is offered';
  for (const version of [...versions].reverse()) {
    const api = session.reader(version, role);
    const known = 'value' in patches ? patches.value : await anyPatch(api);
    const json = { name, public: false, patches: known.slice(0, 1) };
    try {
      const wanted = { method: 'POST', path: 'bundles/', body: { json } } as const;
      const answer = await create(session, api, wanted, 'bundles');
      why = `${named(answer)} returned ${answer.status}`;
    } catch (error) {
      // It may have been created although its response was lost.
      if (!(error instanceof TransportError)) throw error;
      why = error.message;
    }
    const made = session.made.find(({ values }) => values.name === name);
    if (made !== undefined) return made;
  }
  return why;
}

/** Without a project, any patch will do. */
async function anyPatch(api: Api): Promise<number[]> {
  const { json } = await api.get('patches/', { query: { per_page: 1 } });
  return Array.isArray(json) ? json.flatMap((row) => idOf(row) ?? []) : [];
}

/** The bundles of a role; read again with other queries until they show the marker. */
async function rowsWith(
  session: WriteSession,
  api: Api,
  { id, role }: Made,
): Promise<JsonObject[]> {
  const until = Date.now() + session.waits.listed;
  for (let attempt = 0; ; attempt += 1) {
    session.client.forgetReads();
    const owner = attempt % 2 === 0 ? session.userOf(role) : undefined;
    const rows = await rowsOf(api, 'bundles', owner, attempt);
    if (rows.some((row) => idOf(row) === id) || (attempt > 0 && Date.now() >= until)) return rows;
    await sleep(POLL_MS);
  }
}

/** Another run that writes, by its marker; those of runs that were killed are removed. */
async function otherRun(
  session: WriteSession,
  api: Api,
  rows: readonly JsonObject[],
): Promise<Turn | undefined> {
  for (const row of rows) {
    const [turn, id] = [turnIn(row.name), idOf(row)];
    if (turn === undefined || id === undefined || turn.run === session.config.run) continue;
    if (!isAbandoned(turn, await api.get(''))) return turn;
    session.permitted.allow(`bundles/${id}`);
    const { version, role } = api;
    const left = await removeBundle(session.client, { id, version, role }, session.waits.look);
    const what =
      left === undefined ? 'removed' : `could not be removed (${left.why}), and was ignored`;
    session.notes.push(
      `run ${turn.run}, which began to write on ${turn.since.toISOString()}, was killed: its marker ${what}; restore its data from its journal`,
    );
  }
  return undefined;
}

/** Whether a marker is too old for a run that still writes, by both clocks. */
export function isAbandoned({ since }: Turn, answer: Answer): boolean {
  const clocks = [Date.now(), Date.parse(header(answer, 'date') ?? '')];
  return clocks.every((now) => Number.isNaN(now) || now - since.getTime() > ABANDONED_MS);
}

/** Finds out with the marker which writes reach the instance, and how late reads show them. */
async function tryOut(session: WriteSession): Promise<void> {
  const [marker] = markersOf(session);
  if (marker === undefined) return;
  const api = session.reader(marker.version, marker.role);
  let [isReached, isMeasured] = [false, false];
  for (const method of ['PATCH', 'PUT'] as const) {
    const name = turnName(session.config.run, new Date(session.since ?? 0), session.nextWrite());
    const answer = await renamed(session, api, marker, method, name);
    if (answer === undefined) continue;
    isReached ||=
      !NO_METHOD.includes(answer.status) && (answer.status >= 500 || isObject(answer.json));
    if (answer.status !== 200 || isMeasured) continue;
    isMeasured = true;
    await measureLag(session, api, marker.id, name);
  }
  session.mostBundles = isReached ? MOST_KEPT_BUNDLES : 0;
  if (!isReached) return;
  const json = { ...marker.values, name: session.freshName() };
  try {
    await create(session, api, { method: 'POST', path: 'bundles/', body: { json } }, 'bundles');
    const made = session.made.find(({ values }) => values.name === json.name);
    if (made === undefined || (await ownBundle(session, made)) === undefined) return;
    if ((await removeBundle(session.client, made, session.waits.look)) !== undefined) return;
    session.mostBundles = undefined;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
}

/** Gives the marker another name; undefined if the response was lost. */
async function renamed(
  session: WriteSession,
  api: Api,
  { id, values }: Made,
  method: 'PATCH' | 'PUT',
  name: string,
): Promise<Answer | undefined> {
  const object = `bundles/${id}`;
  const json = method === 'PATCH' ? { name } : { ...values, name };
  session.namesAt(object).push(name);
  try {
    return await session.send(
      api,
      { method, path: `${object}/`, body: { json } },
      {
        beforeSending: () =>
          session.journal.append({ entry: 'write', n: session.nextWrite(), object, values: json }),
      },
    );
  } catch (error) {
    if (error instanceof TransportError) return undefined;
    throw error;
  }
}

/**
 * Measures how long reads show the old name. Inconclusive if the new one is shown to another query
 * only: then responses are cached, and no read could be trusted. A name that is never shown was not
 * stored, which has requirements of its own.
 */
async function measureLag(
  session: WriteSession,
  api: Api,
  id: number,
  name: string,
): Promise<void> {
  const path = `bundles/${id}/`;
  const since = performance.now();
  const isShown = async (query?: { look: string }) => {
    session.client.forgetReads();
    const { json } = await api.get(path, { query });
    return isObject(json) && json.name === name;
  };
  for (let looks = 0; ; looks += 1) {
    const isThere = await isShown();
    const tookMs = Math.ceil(performance.now() - since);
    if (isThere) {
      if (looks === 0) return;
      session.lagMs = tookMs;
      session.notes.push(
        `reads show a write ${tookMs} ms later: the run waited so long after each`,
      );
      return;
    }
    if (tookMs >= session.waits.lag) break;
    await sleep(POLL_MS);
  }
  if (!(await isShown({ look: session.config.run }))) return;
  inconclusive(
    `GET ${path} showed a change only with another query: the instance caches responses for longer than ${session.waits.lag / 1000} s, so nothing was written`,
  );
}
