import type { Where } from '../../harness/check-context.js';
import type { Version } from '../../specification/versions.js';

/** So many versions share what is to be asked once in a run; where fewer are examined, a part is not asked at all. */
const MANY = 4;

/**
 * What of all that is to be asked once in a run has its turn in the version under judgement: always
 * the same, each in one of the versions examined that have it. Once each of these has had a turn, the
 * older half has all the others: newer versions have more lists and filters.
 */
export function rotated<T>(
  things: readonly T[],
  { api, instance: { examined } }: Where,
  versionsOf: (thing: T) => readonly Version[] = () => examined,
): T[] {
  return things.filter((thing, index) => {
    const own = versionsOf(thing).filter((version) => examined.includes(version));
    const turns = index < own.length ? own : own.slice(0, Math.ceil(own.length / 2));
    return turns[index % (examined.length < MANY ? MANY : turns.length)] === api.version;
  });
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
