import { createHash } from 'node:crypto';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { RELEASES } from '../../fixtures/reference/like/like-release.js';
import { answering } from '../../fixtures/reference/start.js';
import { NETWORK_CONDITIONS } from '../../fixtures/variations/network.js';
import { VARIANTS } from '../../fixtures/variations/variants.js';
import { until, VERSIONS, type Version } from '../../specification/versions.js';
import {
  answerOf,
  behaviourFor,
  bodyless,
  type Change,
  type Exchange,
  type InstanceOptions,
  placeOf,
  stateFor,
} from './instance.js';
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
      kind: breaksClients === 'variant' ? 'variant' : 'fault',
      says,
      apply,
    }),
  );
  // Of several with the same effect, the first is tried: one that conforms rather than a fault.
  return [...VARIANTS, ...NETWORK_CONDITIONS, ...instances, ...faults].sort(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
  );
}

/** Whether an instance offers a version. */
export function isOffered(instance: Expected, version: Version): boolean {
  return instance === 'sound' || until(RELEASES[instance]).includes(version);
}

/** The newest version that all of these instances offer. */
export function newestOf(...instances: readonly Expected[]): Version {
  const isCommon = (version: Version) => instances.every((each) => isOffered(each, version));
  return VERSIONS.findLast(isCommon) ?? VERSIONS[0];
}

/** One run of the command on a changed instance. */
export interface Job {
  change: Change;
  version: Version;
  on?: string;
  /** Other changes with exactly the same answers to the requests of the client. */
  alike: string[];
}

/** The changes that can matter to a client that sends these requests, and how many make no difference. */
export async function planOf(
  { version, exchanges }: { version: Version; exchanges: readonly Exchange[] },
  changes: readonly Change[],
  instance: InstanceOptions,
): Promise<{ jobs: Job[]; withoutEffect: number }> {
  const answersWith = replayOf(exchanges, instance);
  const sound = await answersWith();
  const jobs: Job[] = [];
  const byAnswers = new Map<string, Job>();
  let withoutEffect = 0;
  for (const change of changes) {
    const { on, instead } = change;
    const job: Job = { change, version, alike: [] };
    if (on !== undefined) {
      jobs.push(...placesOf(change, exchanges).map((each): Job => ({ ...job, on: each })));
    } else if (instead !== undefined) {
      if (isOffered(instead, version)) jobs.push(job);
    } else {
      const answers = await answersWith(change);
      const same = byAnswers.get(answers);
      if (answers === sound) withoutEffect += 1;
      else if (same !== undefined) same.alike.push(change.id);
      else {
        jobs.push(job);
        byAnswers.set(answers, job);
      }
    }
  }
  return { jobs, withoutEffect };
}

/** Where a change is tried: on each endpoint, or on each list. */
function placesOf(change: Change, exchanges: readonly Exchange[]): string[] {
  const own = exchanges.filter(
    ({ answer }) => change.on === 'endpoint' || answer?.body.startsWith('[') === true,
  );
  return [...new Set(own.map(({ method, target }) => placeOf(change, method, target)))];
}

/** Where the recorded requests are sent: no server listens there. */
const HOST = 'http://127.0.0.1:1';

/** What can be set on a request only by the connection, or names the port of its instance. */
const OF_THE_CONNECTION = ['connection', 'content-length', 'host', 'transfer-encoding'];

/**
 * Repeats recorded requests on an instance without a server: a function from a change to a digest of all its
 * answers. A client that reads the same answers does the same.
 */
export function replayOf(
  exchanges: readonly Exchange[],
  options: InstanceOptions,
): (change?: Change) => Promise<string> {
  const readOnly = exchanges.every(({ method }) => bodyless(method));
  // Shared while nothing is written: to make the data takes longer than the requests.
  const shared = stateFor(options.expect);
  return async (change) => {
    const behaviour = behaviourFor({ ...options, change });
    const respond = answering(behaviour, readOnly ? shared : stateFor(options.expect));
    const digest = createHash('sha256');
    for (const { method, target, headers, body } of exchanges) {
      const request = new Request(HOST + target, {
        method,
        headers: headers.filter(([name]) => !OF_THE_CONNECTION.includes(name)),
        body: bodyless(method) ? undefined : body,
      });
      digest.update(JSON.stringify(await answerOf(await respond(request), behaviour)));
    }
    return digest.digest('base64');
  };
}
