import { CHECKS_LISTED_SINCE, since, type Version } from '../../specification/versions.js';
import type { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import { fieldsOf } from '../client/body.js';
import { isUnknown } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import type { JournalEntry } from '../journal-entry.js';
import { onceMore } from '../lost-write.js';
import { inconclusive, NotSent } from '../violation.js';
import { madeIt, noteMade } from './made.js';
import { couldBe, idOf, isTelling, rowsOf, Unreadable } from './own-rows.js';
import type { Made, Wanted, WriteSession } from './session.js';
import { take } from './targets.js';
import { turnIn } from './temporary-values.js';

/**
 * The most checks that are created in one version, because checks cannot be deleted. Not counted: those that an instance
 * makes although it refuses them, of which there may be one for each invalid POST.
 */
export const MOST_CHECKS = 8;

/**
 * The most bundles that are created in one version where DELETE is refused, but PATCH is not: one by JSON, one by a form,
 * a public one, one without a field, and one of a name in use.
 */
export const MOST_KEPT_BUNDLES = 5;

/** The most checks and such bundles together: what remains is listed for the user. */
export const MOST_KEPT = 11;

/** What is said of a creation that no list tells of. */
const UNKNOWN_EFFECT = 'its effect could not be determined';

const kindOf = (collection: string) => (collection === 'bundles' ? 'bundle' : 'check');

const dueKey = (kind: Made['kind'], version: Version) => `${kind} ${version}`;

/**
 * Creates a bundle or a check, which is identified in the response or, without one, among the new
 * objects of the role. A creation that failed temporarily is repeated only if there is none.
 */
export async function create(
  session: WriteSession,
  api: Api,
  wanted: Wanted,
  collection: string,
): Promise<Answer> {
  if (!isUnknown(collection)) {
    // What is made could not be told from what others make.
    if (api.role !== 'anonymous') take(session.targets.users[api.role]);
    await keepListed(session, collection, api);
    const owner = api.as('user');
    // A POST without credentials may make, or name, a bundle of this role.
    const mayBeOfUser = api.role === 'anonymous' && session.userOf('user') !== undefined;
    if (mayBeOfUser) await keepListed(session, collection, owner);
  }
  const { version, role } = api;
  const entry: JournalEntry<'creating'> = {
    entry: 'creating',
    n: session.nextWrite(),
    kind: kindOf(collection),
    collection,
    version,
    role,
    values: fieldsOf(wanted.body),
  };
  const before = session.made.length;
  let mayRemain = true;
  let effect: string | undefined;
  const didNotArrive = async () => {
    effect = await effectOf(session, entry);
    return effect === undefined;
  };
  try {
    const answer = await session.sendSaved(api, wanted, {
      beforeSending: () => session.journal.append(entry),
      didNotArrive,
    });
    noteMade(session, entry, answer);
    // Where bundles remain, one that was created although it was refused must be the last.
    const mayBeKept = entry.kind === 'bundle' && session.mostBundles !== undefined;
    const isRefused = answer.status >= 400 && !(wanted.createsNothing && mayBeKept);
    const tells = answer.status < 500 && (idOf(answer.json) !== undefined || isRefused);
    effect = tells ? undefined : await effectOf(session, entry);
    mayRemain = answer.status < 300 || effect === UNKNOWN_EFFECT;
    return answer;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    effect ??= await effectOf(session, entry);
    mayRemain = effect === UNKNOWN_EFFECT;
    session.unanswered.push({ object: collection, method: 'POST', values: [] });
    const tail = effect === undefined ? '' : `; ${effect}`;
    throw new TransportError(error.code, `${error.message}${tail}`, error.isOfWrite);
  } finally {
    const isCheck = entry.kind === 'check' && !isUnknown(collection);
    const isMade = session.made.length > before;
    if (isCheck && mayRemain && !isMade) session.unidentified.push(version);
    const mayBeUndue = wanted.createsNothing && (isMade || effect === UNKNOWN_EFFECT);
    if (mayBeUndue) session.unduly.add(dueKey(entry.kind, version));
  }
}

/** Saves what a role has in a collection; nothing where no version must list it, and none does. */
async function keepListed(session: WriteSession, collection: string, api: Api): Promise<void> {
  const lister = session.lister(collection, api);
  try {
    await session.keepKnown(collection, lister);
  } catch (error) {
    const mayLack = lister !== api && !since(CHECKS_LISTED_SINCE).includes(lister.version);
    // Only the response to the write tells then what it made.
    if (!mayLack || !(error instanceof Unreadable)) throw error;
  }
}

/**
 * Creates a bundle that the run itself needs, and returns it with the response, as far as there are any. Where the
 * response was lost, the bundle that a read shows is the one; it is created once more if a read shows none. Throws as
 * `create` does.
 */
export function createOwn(
  session: WriteSession,
  api: Api,
  json: { name: string; public: boolean; patches: unknown },
): Promise<{ made?: Made; answer?: Answer }> {
  const own = () => session.made.find(({ values }) => values.name === json.name);
  return onceMore(async () => {
    try {
      const wanted = { method: 'POST', path: 'bundles/', body: { json } } as const;
      const answer = await create(session, api, wanted, 'bundles');
      return { made: own(), answer };
    } catch (error) {
      if (!(error instanceof TransportError) || own() === undefined) throw error;
      return { made: own() };
    }
  });
}

/**
 * What a creation without a response did, as a clause; undefined if it created nothing. A found
 * object counts as created by this run.
 */
async function effectOf(
  session: WriteSession,
  entry: JournalEntry<'creating'>,
): Promise<string | undefined> {
  const { version, role, collection, kind, values } = entry;
  if (isUnknown(collection)) return undefined;
  await session.untilShown();
  session.client.forgetReads();
  try {
    const reader = session.lister(collection, session.reader(version, role));
    const rows = await rowsOf(reader, collection, session.userOf(role));
    const fresh = rows.filter((row) => session.isNew(entry, idOf(row) ?? Number.NaN));
    const id = fresh.filter((row) => couldBe(row, kind, values)).map(idOf)[0];
    if (id !== undefined) {
      madeIt(session, entry, id);
      return `it created the ${kind} ${id}`;
    }
    // A body without identifying fields could have created any of them.
    const isUnclear = fresh.length > 0 && !isTelling(kind, values);
    const isUnidentified = fresh.some((row) => idOf(row) === undefined);
    return isUnclear || isUnidentified ? UNKNOWN_EFFECT : undefined;
  } catch (error) {
    if (error instanceof TransportError || error instanceof Unreadable) return UNKNOWN_EFFECT;
    throw error;
  }
}

/**
 * Inconclusive if the run has created as many objects of a kind in this version as may remain. A POST that must create
 * nothing is sent all the same, until one has created something.
 */
export function demandBudget(
  session: WriteSession,
  { version }: Api,
  { createsNothing = false }: Wanted,
  collection: string,
): void {
  if (isUnknown(collection)) return;
  const kind = kindOf(collection);
  const { mostBundles } = session;
  const checks = madeIn(session, version, 'check');
  const bundles = madeIn(session, version, 'bundle');
  const isUndue = session.unduly.has(dueKey(kind, version));
  if (kind === 'check') {
    const keptBundles = mostBundles === undefined || (createsNothing && !isUndue) ? 0 : bundles;
    if (checks < Math.min(MOST_CHECKS, MOST_KEPT - keptBundles)) return;
    inconclusive(
      `the limit of ${checks} checks in this version is reached; checks cannot be deleted, so no more are created`,
      'not-written',
    );
  }
  if (mostBundles === undefined || (createsNothing && !isUndue && mostBundles > 0)) return;
  if (createsNothing && isUndue) {
    throw new NotSent(
      'a POST that must be refused may have created a bundle; this instance cannot delete bundles, so no more such requests are sent',
      'not-written',
    );
  }
  if (bundles < Math.min(mostBundles, MOST_KEPT - checks)) return;
  inconclusive(
    `the limit of ${bundles} bundles in this version is reached; this instance cannot delete bundles, so no more are created`,
    'not-written',
  );
}

/** How many objects of a kind the run has made in a version, markers and the bundle to try DELETE left out. */
function madeIn(session: WriteSession, version: Version, kind: Made['kind']): number {
  const made = session.made.filter(
    (each) =>
      each.kind === kind &&
      each.version === version &&
      each !== session.triedOut &&
      turnIn(each.values.name) === undefined,
  );
  const unidentified = session.unidentified.filter((each) => each === version);
  return made.length + (kind === 'check' ? unidentified.length : 0);
}
