import { endpointOf } from '../../specification/endpoint-of-request.js';
import type { Version } from '../../specification/versions.js';
import { isOffered } from './changes.js';
import { Effects } from './effect.js';
import type { Change, Exchange, InstanceOptions } from './instance.js';

/** One run of the command on a changed instance. */
export interface Job {
  change: Change;
  version: Version;
  on?: string;
  /** Other changes with exactly the same answers to the requests of the client. */
  alike: string[];
}

/** What to try in a version. */
export interface Plan {
  jobs: Job[];
  /** How many changes make no difference to any answer. */
  withoutEffect: number;
}

/** The changes that can matter to a client that sends these requests. */
export async function planOf(
  { version, exchanges }: { version: Version; exchanges: readonly Exchange[] },
  changes: readonly Change[],
  instance: InstanceOptions,
): Promise<Plan> {
  const effects = await Effects.with(exchanges, instance);
  const jobs: Job[] = [];
  const byAnswers = new Map<string, Job>();
  let withoutEffect = 0;
  for (const change of changes) {
    const { on, instead } = change;
    if (on !== undefined) {
      const endpoints = endpointsFor(on, exchanges);
      jobs.push(...endpoints.map((each) => ({ change, version, on: each, alike: [] })));
      continue;
    }
    if (instead !== undefined) {
      if (isOffered(instead, version)) jobs.push({ change, version, alike: [] });
      continue;
    }
    const answers = await effects.of(change);
    if (answers === undefined) {
      withoutEffect += 1;
      continue;
    }
    const same = byAnswers.get(answers);
    const job = { change, version, alike: [] };
    if (same === undefined) jobs.push(job);
    else same.alike.push(change.id);
    byAnswers.set(answers, same ?? job);
  }
  return { jobs, withoutEffect };
}

/** The endpoints that are affected one by one: all, or those of lists. */
function endpointsFor(on: 'endpoint' | 'list', exchanges: readonly Exchange[]): string[] {
  const own = exchanges.filter(
    ({ answer }) => on === 'endpoint' || answer?.body.startsWith('[') === true,
  );
  return [...new Set(own.map(({ method, target }) => endpointOf(method, target)))];
}
