import type { Where } from '../../harness/check-context.js';
import type { Version } from '../../specification/versions.js';

/**
 * With at least this many versions, all requests of a rotation are sent; with fewer, only a part.
 */
const MANY = 4;

/**
 * The things that are due in the version under test, when each is requested once in a run, in one
 * of the tested versions that have it. The assignment is fixed. Older versions get more, and the
 * newest fewest, because newer versions have more lists and filters of their own.
 */
export function rotated<T>(
  things: readonly T[],
  { api, instance: { examined } }: Where,
  versionsOf: (thing: T) => readonly Version[] = () => examined,
): T[] {
  const turns = new Map<Version, T[]>(examined.map((version) => [version, []]));
  const loadOf = (version: Version) => {
    const own = turns.get(version)?.length ?? 0;
    // Each version gets one thing before another gets two.
    return own === 0 ? 0 : own / Math.sqrt(examined.length - 1 - examined.indexOf(version));
  };
  const placed = things
    .filter((_, index) => examined.length >= MANY || index % MANY < examined.length)
    .map((thing) => ({ thing, own: versionsOf(thing).filter((version) => turns.has(version)) }))
    // Things that only few versions have come first.
    .sort((a, b) => a.own.length - b.own.length);
  for (const { thing, own } of placed) {
    const [version] = [...own].sort((a, b) => loadOf(a) - loadOf(b));
    if (version !== undefined) turns.get(version)?.push(thing);
  }
  return turns.get(api.version) ?? [];
}

/** The tested versions without the newest, if there are others: it has most requests already. */
export function spared({ examined, newest }: Where['instance']): () => readonly Version[] {
  const older = examined.filter((version) => version !== newest);
  return () => (older.length > 0 ? older : examined);
}

/** Whether the version under test is the middle one of those tested: it has the fewest requests. */
export function isMiddle({ api, instance: { examined } }: Where): boolean {
  return api.version === examined[Math.floor(examined.length / 2)];
}

/** Picks one thing for the version under test: each version that has them takes the next. */
export function inTurn<T>(
  things: readonly T[],
  { api, instance }: Where,
  versions: readonly Version[] = instance.examined,
): T | undefined {
  const own = instance.examined.filter((version) => versions.includes(version));
  return things[Math.max(0, own.indexOf(api.version)) % things.length];
}
