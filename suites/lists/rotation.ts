import type { Where } from '../../harness/check-context.js';
import type { Version } from '../../specification/versions.js';

/** So many versions share what is to be asked once in a run; where fewer are examined, a part is not asked at all. */
const MANY = 4;

/**
 * What of all that is to be asked once in a run has its turn in the version under judgement: always
 * the same, each in one of the versions examined that have it. The older a version is, the more turns
 * it has, and the newest has as few as it can: newer ones have more lists and filters of their own.
 */
export function rotated<T>(
  things: readonly T[],
  { api, instance: { examined } }: Where,
  versionsOf: (thing: T) => readonly Version[] = () => examined,
): T[] {
  const turns = new Map<Version, T[]>(examined.map((version) => [version, []]));
  const loadOf = (version: Version) => {
    const own = turns.get(version)?.length ?? 0;
    // Each has one turn before another one has two.
    return own === 0 ? 0 : own / Math.sqrt(examined.length - 1 - examined.indexOf(version));
  };
  const placed = things
    .filter((_, index) => examined.length >= MANY || index % MANY < examined.length)
    .map((thing) => ({ thing, own: versionsOf(thing).filter((version) => turns.has(version)) }))
    // What only few versions have leaves no choice.
    .sort((a, b) => a.own.length - b.own.length);
  for (const { thing, own } of placed) {
    const [version] = [...own].sort((a, b) => loadOf(a) - loadOf(b));
    if (version !== undefined) turns.get(version)?.push(thing);
  }
  return turns.get(api.version) ?? [];
}

/** The versions examined, without the newest if there are others: it is asked most already. */
export function spared({ examined, newest }: Where['instance']): () => readonly Version[] {
  const older = examined.filter((version) => version !== newest);
  return () => (older.length > 0 ? older : examined);
}

/** Whether the version under judgement is the one in the middle of those examined: it is asked least. */
export function isMiddle({ api, instance: { examined } }: Where): boolean {
  return api.version === examined[Math.floor(examined.length / 2)];
}

/** One of some things for the version under judgement: the next version that has them takes the next one. */
export function inTurn<T>(
  things: readonly T[],
  { api, instance }: Where,
  versions: readonly Version[] = instance.examined,
): T | undefined {
  const own = instance.examined.filter((version) => versions.includes(version));
  return things[Math.max(0, own.indexOf(api.version)) % things.length];
}
