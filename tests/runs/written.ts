import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { MOST_CHECKS } from '../../harness/write.js';
import { VERSIONS } from '../../specification/versions.js';
import { inNewFolder } from '../cli/command.js';
import { type Fate, type PassedRequest, withProxy } from '../harness/proxy.js';
import { credentials, withInstance } from './instance.js';

const REFUSED = /\.(invalid|no-object|unknown|other|maintainer|anonymous|private)\b/;

/**
 * What writes, without what the others write most often, and without writes that are refused, after which there
 * is nothing to restore.
 */
const WRITING = [...GROUPS, ...CLIENT_CONTRACTS.groups]
  .filter(({ name }) => name !== 'hazardous-inputs' && name !== 'write-sequences')
  .flatMap(({ requirements }) => requirements)
  .filter(({ id, needs }) => needs.includes('writes') && !REFUSED.test(id))
  .map(({ id }) => id);

/** What a test is given: an instance behind a proxy, and how to examine it. */
export interface Examined {
  reference: Reference;
  before: unknown;
  /** The address of the proxy. */
  url: string;
  cwd: string;
  /** The credentials of every role. */
  env: Record<string, string>;
  /** The arguments of a run that does all the writing of one version. */
  args: string[];
}

/** Calls back with an instance behind a proxy that asks what is to become of each request. */
export function withWrites<T>(
  decide: (request: PassedRequest) => Fate | Promise<Fate>,
  work: (examined: Examined) => Promise<T>,
): Promise<T> {
  return withInstance({}, (reference) =>
    inNewFolder((cwd) =>
      withProxy(reference.url, decide, (url) => {
        const env = { ...credentials(reference), TMPDIR: cwd };
        return work({ reference, before: reference.snapshot(), url, cwd, env, args: run(url) });
      }),
    ),
  );
}

function run(url: string): string[] {
  const what = ['--only', WRITING.join(','), '--versions', '1.3'];
  const how = ['--allow-writes', '--hazardous-inputs', '--seed', '1'];
  return ['run', '--base-url', url, ...what, ...how, '--journal', 'journal', '--quiet'];
}

type Row = Record<string, unknown> & { id: number };
type Tables = Record<string, Row[]>;

/** The events that an instance creates for the writes of a run. */
const WRITTEN_EVENTS = ['check-created', 'patch-state-changed', 'patch-delegated'];

/**
 * Expects an instance to be as it was, but for checks that were added, and the events of these and of
 * the updates of the patch: these cannot be undone. Returns the ids of those checks.
 */
export function expectAsItWas(reference: Reference, before: unknown): number[] {
  const [was, is] = [before as Tables, reference.snapshot() as Tables];
  const { checks: oldChecks = [], events: oldEvents = [], ...oldRest } = was;
  const { checks = [], events = [], ...rest } = is;
  expect(rest).toEqual(oldRest);
  expect(checks.slice(0, oldChecks.length)).toEqual(oldChecks);
  expect(events.slice(0, oldEvents.length)).toEqual(oldEvents);
  const added = checks.slice(oldChecks.length).map(({ id }) => id);
  const categories = events.slice(oldEvents.length).map(({ category }) => String(category));
  const ofChecks = categories.filter((category) => category === 'check-created');
  expect(ofChecks).toHaveLength(added.length);
  expect(WRITTEN_EVENTS).toEqual(expect.arrayContaining(categories));
  expect(added.length).toBeLessThanOrEqual(MOST_CHECKS * VERSIONS.length);
  return added;
}

/** The files that a run has left in a folder, but for caches of the engine, which a kill leaves. */
export async function leftIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true });
  return files.filter((file) => file.isFile()).map(({ name }) => name);
}
