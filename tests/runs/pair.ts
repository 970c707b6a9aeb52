import { compareLive, type LiveOptions } from '../../analysis/instances/compare-live.js';
import type { LiveComparison } from '../../analysis/instances/result.js';
import { catalogueOf, readProfiles } from '../../cli/catalogue.js';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { likeRelease, type Release } from '../../fixtures/reference/like/like-release.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { TargetSettings } from '../../harness/settings.js';

const PROFILES = readProfiles().map(({ profile }) => profile);

/** What an instance does other than the sound one. */
export interface Variants {
  faults?: readonly string[];
  like?: Release;
  front?: Behaviour['front'];
}

/** Starts a reference instance with these variants. */
export function started({ faults = [], like, front }: Variants): Promise<Reference> {
  const behaviour = soundBehaviour();
  if (like !== undefined) likeRelease(behaviour, like);
  for (const id of faults) faultNamed(id).apply(behaviour);
  if (front !== undefined) behaviour.front = front;
  return startReference({ behaviour });
}

/** The settings that a command would make for an instance, with all roles. */
export function settingsOf({ url, roles }: Reference): TargetSettings {
  return {
    baseUrl: url,
    credentials: roles,
    headers: [],
    concurrency: 1,
    rps: 0,
    timeoutMs: 30_000,
    maxBytes: 50_000_000,
    showEmails: true,
  };
}

/** Compares two running instances. */
export function comparedWith(
  old: Reference,
  received: Reference,
  more: Partial<LiveOptions> = {},
): Promise<LiveComparison> {
  return compareLive({
    old: settingsOf(old),
    new: settingsOf(received),
    catalogue: catalogueOf(undefined),
    versions: ['1.3'],
    project: undefined,
    profiles: PROFILES,
    maxRequests: undefined,
    stop: new AbortController().signal,
    onPlan() {},
    onProgress() {},
    ...more,
  });
}

/** Starts two instances, compares them and ends them. */
export async function compared(
  old: Variants,
  received: Variants,
  more: Partial<LiveOptions> = {},
): Promise<LiveComparison> {
  const [one, other] = [await started(old), await started(received)];
  try {
    return await comparedWith(one, other, more);
  } finally {
    await one.stop();
    await other.stop();
  }
}
