import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import {
  likeClientsNeed,
  likeRelease,
  type Release,
} from '../../fixtures/reference/like/like-release.js';
import { withoutSeries } from '../../fixtures/reference/like/old-patch.js';
import type { State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Report } from '../../harness/report.js';
import { credentialName, NEEDED_ROLES } from '../../harness/role.js';
import { conformance, inNewFolder, type Outcome, spawned } from '../cli/command.js';

/** How an instance differs from the sound one. */
export interface Otherwise {
  like?: Release | 'clients need';
  faults?: readonly string[];
  change?: (behaviour: Behaviour) => void;
  front?: Behaviour['front'];
  state?: State;
  prefix?: string;
}

/** Starts a reference instance. */
export function started({
  like,
  faults = [],
  change = () => {},
  front,
  ...options
}: Otherwise): Promise<Reference> {
  const behaviour = soundBehaviour();
  if (like === 'clients need') likeClientsNeed(behaviour);
  else if (like !== undefined) likeRelease(behaviour, like);
  for (const id of faults) faultNamed(id).apply(behaviour);
  change(behaviour);
  if (front !== undefined) behaviour.front = front;
  return startReference({ behaviour, ...options });
}

/** Calls back with a reference instance, which is stopped afterwards. */
export async function withInstance<T>(
  otherwise: Otherwise,
  work: (reference: Reference) => Promise<T>,
): Promise<T> {
  const reference = await started(otherwise);
  try {
    return await work(reference);
  } finally {
    await reference.stop();
  }
}

/** The data of the reference with a patch without a series, which a client contract needs. */
export function stateForContracts(): State {
  const state = makeState();
  withoutSeries(state);
  return state;
}

/** Links in the order of another framework: the first is not `next`, which breaks clients and no requirement. */
export function firstLinkFirst({ paging }: Behaviour): void {
  const { first, last, prev, next } = paging.relations;
  if (!first || !last || !prev || !next) throw new Error('a relation is missing');
  paging.relations = { first, last, prev, next };
}

/** The credentials of every role and the project, as environment. */
export function credentials({ roles, project }: Reference): Record<string, string> {
  const pairs = NEEDED_ROLES.flatMap((role) =>
    (['token', 'name', 'password'] as const).map((part) => [
      credentialName(role, part),
      roles[role][part],
    ]),
  );
  return { ...Object.fromEntries(pairs), CONFORMANCE_PROJECT: project };
}

/** What a run of the command left, with its report and the other files that it was to write. */
export interface Ran extends Outcome {
  report: Report;
  files: string[];
}

/** Where a run takes place, and what it writes besides the report. */
export interface Where {
  env?: Record<string, string>;
  files?: readonly string[];
  /** Set for a process of its own. */
  apart?: true;
}

/** Runs the command in a new folder. */
export function ran(
  args: readonly string[],
  { env = {}, files = [], apart }: Where = {},
): Promise<Ran> {
  return inNewFolder(async (cwd) => {
    const reports = ['r.json', ...files].flatMap((file) => ['--report', file]);
    const run = apart ? spawned : conformance;
    const outcome = await run([...args, ...reports], { cwd, env: { TMPDIR: cwd, ...env } });
    const [json = '', ...others] = await Promise.all(
      ['r.json', ...files].map((file) => readFile(join(cwd, file), 'utf8')),
    );
    return { ...outcome, report: JSON.parse(json) as Report, files: others };
  });
}
