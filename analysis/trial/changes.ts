import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { RELEASES } from '../../fixtures/reference/like/releases.js';
import { HABITS } from '../../fixtures/variations/habits.js';
import { NETWORK_CONDITIONS } from '../../fixtures/variations/network.js';
import { until, VERSIONS, type Version } from '../../specification/versions.js';
import type { Change } from './instance.js';
import { EXPECTED, type Expected, KINDS } from './result.js';

/** Every change that a client can be tried with, given what its expected instance is. */
export function changesFrom(expect: Expected): Change[] {
  const instances = EXPECTED.filter((each) => each !== expect).map(
    (each): Change => ({
      id: each === 'sound' ? 'as-specified' : `like-${each}`,
      kind: 'release',
      says:
        each === 'sound'
          ? 'The instance answers as the specification says.'
          : `The instance answers like ${each === 'main' ? 'the development tree' : `release ${each}`} of Patchwork.`,
      instead: each,
    }),
  );
  const faults = FAULTS.map(
    ({ id, says, breaksClients, apply }): Change => ({
      id,
      kind: breaksClients === 'habit' ? 'habit' : 'fault',
      says,
      apply,
    }),
  );
  // Of several with the same effect, the first is tried: one that conforms rather than a fault.
  return [...HABITS, ...NETWORK_CONDITIONS, ...instances, ...faults].sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
  );
}

/** Whether an instance offers a version. */
export function isOffered(instance: Expected, version: Version): boolean {
  return instance === 'sound' || until(RELEASES[instance]).includes(version);
}

/** The newest version that an instance offers. */
export function newestOf(instance: Expected): Version {
  return VERSIONS.findLast((version) => isOffered(instance, version)) ?? VERSIONS[0];
}
