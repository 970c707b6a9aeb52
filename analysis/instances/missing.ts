import type { Traffic } from '../../harness/client/traffic.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';

/**
 * Whether a version may be gone from an instance that offers others: it has only versions after it ("Versioning"), and
 * every known client can use one of them.
 */
export function mayBeRemoved(
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
