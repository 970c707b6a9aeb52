import type { Where } from '../../harness/check-context.js';
import type { Version } from '../../specification/versions.js';

/** The newest version, which is asked most already, has one turn, and others only where no other version has. */
const NEWEST_COUNTS = 1000;

/** A version is asked more than the one before it, by about this part of a turn: it has more lists and filters. */
const MORE_BEFORE = 1 / 17;

/** Where few versions are examined, each has no more than this part of all: a run of one is no burden either. */
const [FEW, MOST] = [3, 1 / 4];

/**
 * What of all that is to be asked once in a run has its turn in the version under judgement: always
 * the same, each in one of the versions examined that have it, about as much in each of them.
 */
export function rotated<T>(
  things: readonly T[],
  { api, instance }: Where,
  versionsOf: (thing: T) => readonly Version[] = () => instance.examined,
): T[] {
  const { examined, newest } = instance;
  const turns = new Map<Version, T[]>(examined.map((version) => [version, []]));
  const loadOf = (version: Version) => {
    const own = turns.get(version)?.length ?? 0;
    // Each has one turn before another one has two.
    if (own === 0) return 0;
    const isSpared = version === newest && examined.length > 1;
    return isSpared
      ? own * NEWEST_COUNTS
      : own + examined.indexOf(version) * things.length * MORE_BEFORE;
  };
  const placed = things
    .map((thing) => ({ thing, own: versionsOf(thing).filter((version) => turns.has(version)) }))
    .sort((a, b) => a.own.length - b.own.length);
  for (const { thing, own } of placed) {
    const [version] = [...own].sort((a, b) => loadOf(a) - loadOf(b));
    const turn = version && turns.get(version);
    const isFull = examined.length <= FEW && (turn?.length ?? 0) >= things.length * MOST;
    if (!isFull) turn?.push(thing);
  }
  return turns.get(api.version) ?? [];
}

/** The versions examined, without the newest if there are others: it is asked most already. */
export function spared({ examined, newest }: Where['instance']): () => readonly Version[] {
  const older = examined.filter((version) => version !== newest);
  return () => (older.length > 0 ? older : examined);
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
