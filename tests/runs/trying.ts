import { fileURLToPath } from 'node:url';
import { changesFrom } from '../../analysis/trial/plan.js';
import type { ClientTrial, Expected, Reaction } from '../../analysis/trial/result.js';
import { type TrialOptions, tryClient } from '../../analysis/trial/try-client.js';
import { shellWord } from '../../harness/shell.js';

const CLIENT = fileURLToPath(new URL('client.mjs', import.meta.url));

/** The command of the small client, which behaves in a manner of its own. */
export function clientThat(manner: 'follow' | 'count' | 'trust' | 'write'): string {
  return `${shellWord(process.execPath)} ${shellWord(CLIENT)} ${manner}`;
}

/** Tries a command with the changes of these ids, and no limit that a busy machine would reach. */
export function trial(
  command: string,
  ids: readonly string[],
  options: Partial<TrialOptions> & { expect?: Expected } = {},
): Promise<ClientTrial> {
  const { expect = 'sound' } = options;
  const changes = changesFrom(expect);
  const unknown = ids.filter((id) => !changes.some((change) => change.id === id));
  if (unknown.length > 0) throw new Error(`no such changes: ${unknown.join(', ')}`);
  return tryClient({
    rerun: 'npx conformance try-client',
    command,
    expect,
    versions: ['1.2'],
    changes: changes.filter(({ id }) => ids.includes(id)),
    timeoutMs: 300_000,
    maxDurationMs: 3_000_000,
    jobs: 2,
    environment: process.env,
    stop: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
}

/** The reaction to each change, by id. */
export function reactionsOf({ trials }: ClientTrial): Record<string, Reaction> {
  return Object.fromEntries(trials.map(({ id, reaction }) => [id, reaction]));
}
