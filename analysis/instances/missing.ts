import type { Traffic } from '../../harness/client/traffic.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';

/** Versions that only one of two instances offers: what is said of them, and those that NEW should offer as well. */
export function versionsApart(
  versions: readonly Version[],
  before: readonly Version[],
  after: readonly Version[],
  profiles: readonly Profile[],
): { notes: string[]; missing: string[]; lost: Version[] } {
  const apart = versions.filter((each) => before.includes(each) !== after.includes(each));
  const gone = apart.filter((version) => before.includes(version));
  const removed = gone.filter((version) => mayBeRemoved(version, after, profiles));
  return {
    notes: apart.map((version) => {
      const name = before.includes(version) ? 'OLD' : 'NEW';
      return `version ${version} is offered by ${name} only; it was not compared`;
    }),
    missing: removed.map((version) => `version ${version}: NEW offers it no longer`),
    lost: gone.filter((version) => !removed.includes(version)),
  };
}

/**
 * Whether a version may be gone from an instance that offers others: it has only versions after it ("Versioning"), and
 * every known client can use one of them.
 */
function mayBeRemoved(
  version: Version,
  offered: readonly Version[],
  profiles: readonly Profile[],
): boolean {
  const isOldest = offered.every((each) => VERSIONS.indexOf(each) > VERSIONS.indexOf(version));
  const needs = ({ versions }: Profile) =>
    Array.isArray(versions) &&
    versions.includes(version) &&
    !versions.some((each) => offered.includes(each));
  return isOldest && !profiles.some(needs);
}

/** How many times as often as OLD a NEW may send something in place of responses. */
const MOST_TIMES = 3;

/** What NEW sent now and then in place of responses, and OLD did not, or far less often: the run sends again, and most clients do not. */
export function refusedOnly(received: Traffic, old: Traffic): string[] {
  return Object.entries(received.retried ?? {}).flatMap(([kind, count]) => {
    // A few are connections that were kept for long, which servers close.
    const isIdle = kind === 'closed' && count * 100 < received.requests;
    const ofOld = old.retried?.[kind] ?? 0;
    const isAlike = count * old.requests <= MOST_TIMES * ofOld * received.requests;
    if (isIdle || isAlike) return [];
    return [
      `${count} responses of NEW came only when asked for again: it sent ${kind === 'page' ? 'the page of a bot wall or a limit' : kind} in place of them, and OLD ${ofOld === 0 ? 'did not' : `only ${ofOld} times`}`,
    ];
  });
}
