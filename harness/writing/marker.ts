import { versionsOfWrites } from '../../specification/writable.js';
import type { Api } from '../api.js';
import { named } from '../client/answer.js';
import { TransportError } from '../client/transport-error.js';
import type { JsonObject } from '../place.js';
import type { SignedInRole } from '../role.js';
import { targetOption } from '../target.js';
import { inconclusive } from '../violation.js';
import { createOwn } from './creating.js';
import { idOf, isAsListed, rowsOf, Unreadable } from './own-rows.js';
import { removeBundle } from './remove-bundle.js';
import { serverTime } from './server-time.js';
import type { Made, WriteSession } from './session.js';
import { sinceWhen, type Turn, turnIn, turnName } from './temporary-values.js';
import { demandPassing, isTurnedAway, ownBundle, POLL_MS, tryOut } from './try-out.js';

// One run writes at a time. Each creates a private bundle as a marker, and then lists the bundles of
// its role: of two markers, the list of the later one shows the earlier, so never two runs go on.

/** A run writes for so long. */
const LONGEST_TURN_MS = 60 * 60_000;

/** An older marker is that of a run that was killed. */
const ABANDONED_MS = 2 * LONGEST_TURN_MS;

/** The roles that write. */
const WRITERS: readonly SignedInRole[] = ['user', 'maintainer'];

/**
 * Finds out, once in a run, what may be written, that no other run writes, and which writes reach the
 * instance. To be called before each check that writes. Inconclusive if nothing may be written.
 */
export function prepareWriting(session: WriteSession): Promise<void> {
  session.prepared ??= (async () => {
    await session.findTargets();
    const [first, ...others] = WRITERS.filter((role) => session.roles.includes(role));
    // What does not pass is found out before anything else is written.
    await takeTurn(session, first === undefined ? [] : [first]);
    const [marker] = markersOf(session);
    if (marker !== undefined) await tryOut(session, marker);
    await takeTurn(session, others);
  })();
  return session.prepared;
}

/**
 * Inconclusive if the run began to write too long ago, so that others take its marker for left. The
 * clock that nobody sets stands still while a machine sleeps.
 */
export function demandTime({ beganAt }: WriteSession): void {
  if (beganAt === undefined) return;
  const took = Math.max(performance.now() - beganAt.steady, Date.now() - beganAt.wall);
  if (took < LONGEST_TURN_MS) return;
  inconclusive(
    `the run stopped writing ${LONGEST_TURN_MS / 60_000} minutes after it began, because other runs do not wait longer`,
    'ended-early',
  );
}

/**
 * Waits until no other run writes as one of these roles, and keeps others from writing until the
 * markers are removed, as the last act of the run. Inconclusive if that is not possible: then
 * nothing may be written.
 */
export async function takeTurn(
  session: WriteSession,
  roles: readonly SignedInRole[] = WRITERS,
): Promise<void> {
  const own = roles.filter((role) => session.roles.includes(role));
  const until = performance.now() + session.waits.turn;
  const [least, most] = session.waits.again;
  for (let told = ''; ; ) {
    const other = await tryTurn(session, own);
    if (other === undefined) break;
    const writes = `run ${other.run} has been writing to this instance${sinceWhen(other)}`;
    if (told !== other.run) session.onWaiting(`waiting: ${writes}`);
    told = other.run;
    if (performance.now() >= until) {
      inconclusive(
        `${writes}, so nothing was written; wait until it ends or, if it was killed, restore from its journal, or run: conformance restore ${targetOption(session.client)} --run ${other.run}`,
        'another-run',
        { run: other.run },
      );
    }
    await session.client.limiter.pause(least + Math.random() * (most - least));
  }
}

/** A marker cannot be created, or not be seen: then another run cannot be kept out. */
class NoMarker extends Error {
  override readonly name = 'NoMarker';
}

/** Creates the markers; if another run has one, removes them again and returns that run. */
async function tryTurn(
  session: WriteSession,
  roles: readonly SignedInRole[],
): Promise<Turn | undefined> {
  const before = markersOf(session);
  if (before.length === 0) {
    const newest = session.reader(session.instance.newest, 'anonymous');
    session.beganAt = { steady: performance.now(), wall: Date.now() };
    session.since = await serverTime(newest, session.look());
  }
  const without: string[] = [];
  for (const role of roles) {
    const other = await markAs(session, role).catch((error: unknown) => {
      const isForeseen =
        error instanceof NoMarker || error instanceof Unreadable || error instanceof TransportError;
      if (!isForeseen) throw error;
      without.push(`${role} (${error.message})`);
      return undefined;
    });
    if (other === undefined) continue;
    for (const each of markersOf(session).filter((marker) => !before.includes(marker))) {
      await removeBundle(session.client, each, session.waits.look);
      session.made.splice(session.made.indexOf(each), 1);
    }
    return other;
  }
  if (without.length > 0) {
    session.notes.push(
      `no marker could be set as ${without.join(' and ')}: another run that writes at the same time could not be kept out`,
    );
  }
  return undefined;
}

function markersOf({ made }: WriteSession): Made[] {
  return made.filter(({ kind, values }) => kind === 'bundle' && turnIn(values.name) !== undefined);
}

/**
 * Creates the marker of a role, and returns another run that has one. Throws a NoMarker if that fails
 * by itself, and an Inconclusive if the list of bundles hides it.
 */
async function markAs(session: WriteSession, role: SignedInRole): Promise<Turn | undefined> {
  const account = session.targets.users[role];
  if (account !== undefined && 'missing' in account) throw new NoMarker(account.missing.message);
  const newest = session.reader(session.instance.newest, role);
  const before = await session.keepKnown('bundles', newest, true);
  const waiting = await otherRun(session, newest, before);
  if (waiting !== undefined) return waiting;
  const marker = await createMarker(session, role);
  const api = session.reader(marker.version, role);
  const rows = await rowsWith(session, api, marker);
  const own = await ownBundle(session, marker);
  if (own === undefined) throw new NoMarker('the bundle that was created is not found');
  const owner = idOf(own.owner);
  if (owner !== undefined) session.owners.set(role, owner);
  if (rows.some((row) => idOf(row) === marker.id)) return otherRun(session, api, rows);
  if (!rows.some(({ public: isPublic }) => isPublic === false)) {
    throw new NoMarker('bundles/ does not list it');
  }
  return inconclusive(
    `bundles/ does not list the private bundle ${marker.id}, which the run created as ${role} to keep other runs out, although it lists other private ones, so nothing was written`,
    'not-written',
  );
}

/** A private bundle in the newest version that creates one. Throws a NoMarker if none does. */
async function createMarker(session: WriteSession, role: SignedInRole): Promise<Made> {
  const name = turnName(session.config.run, session.since, session.nextWrite());
  const { patches } = session.targets;
  const creatable = versionsOfWrites('bundle', 'create');
  const versions = session.instance.versions.filter((each) => creatable.includes(each));
  let why = 'no version in which bundles can be created is offered';
  for (const version of [...versions].reverse()) {
    const api = session.reader(version, role);
    const known = 'value' in patches ? patches.value : await anyPatch(api);
    const json = { name, public: false, patches: known.slice(0, 1) };
    try {
      const { made, answer } = await createOwn(session, api, json);
      if (made !== undefined) return made;
      if (answer === undefined) continue;
      if (isTurnedAway(answer)) session.turnedAway.set('POST', answer);
      why = `${named(answer)} returned ${answer.status}`;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      why = error.message;
    }
  }
  demandPassing(session, 'POST');
  throw new NoMarker(why);
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
  const until = performance.now() + session.waits.listed;
  for (let attempt = 0; ; attempt += 1) {
    session.client.forgetReads();
    const owner = attempt % 2 === 0 ? session.userOf(role) : undefined;
    const rows = await rowsOf(api, 'bundles', owner, attempt);
    if (rows.some((row) => idOf(row) === id) || (attempt > 0 && performance.now() >= until)) {
      return rows;
    }
    await session.client.limiter.pause(POLL_MS);
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
    // Anybody may give a public bundle such a name.
    if (idOf(row.owner) !== session.userOf(api.role)) continue;
    const now = await serverTime(api, session.look());
    if (!isAbandoned(turn, now)) return turn;
    session.client.forgetReads();
    if (!(await isAsListed(api, row))) continue;
    session.permitted.allow(`bundles/${id}`);
    const { version, role } = api;
    const left = await removeBundle(session.client, { id, version, role }, session.waits.look);
    const what =
      left === undefined ? 'removed' : `could not be removed (${left.why}), and was ignored`;
    session.notes.push(
      `run ${turn.run}, which has been writing${sinceWhen(turn)}, was killed: its marker ${what}; restore its data from its journal`,
    );
  }
  return undefined;
}

/**
 * Whether a marker is too old for a run that still writes. Both times are by the clock of the instance; if it tells
 * none, no marker is taken for left.
 */
export function isAbandoned({ since }: Turn, now: Date | undefined): boolean {
  if (since === undefined || now === undefined) return false;
  return now.getTime() - since.getTime() > ABANDONED_MS;
}
