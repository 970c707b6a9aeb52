import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { newWrites } from '../harness/journal.js';
import { credentialName } from '../harness/role.js';
import type { RunSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';
import { type Surroundings, targetSettings } from './target-settings.js';

/**
 * Converts the options of a run to its settings. Throws a Refusal as
 * `targetSettings` does, and if options conflict.
 */
export function runSettings(values: Values<'run'>, surroundings: Surroundings): RunSettings {
  const selection = selectionSettings(values);
  const target = targetSettings(values, surroundings);
  if (values.allowWrites && Object.keys(target.credentials).length === 0) {
    throw new Refusal(
      `--allow-writes without credentials writes nothing; expected a token or a name and password, such as ${credentialName('user', 'token')}`,
    );
  }
  if (values.otherProject !== undefined && !values.allowWrites) {
    throw new Refusal('--other-project requires --allow-writes: nothing is sent to it otherwise');
  }
  return {
    ...target,
    ...selection,
    showEmails: values.showEmails ?? false,
    project: values.project,
    otherProject: values.otherProject,
    ...writesOf(values, surroundings),
    hazardous: values.hazardousInputs,
  };
}

/** The settings that `run` and `demo` share. Throws a Refusal if options conflict. */
export function selectionSettings({
  exhaustive = false,
  sample,
  ...values
}: Values<'run'> | Values<'demo'>) {
  const { versions, only, skip, requirements, scope, seed, thorough, maxRequests } = values;
  if (scope !== undefined && (only ?? skip) !== undefined) {
    throw new Refusal(
      '--scope requires the whole specification; it cannot be combined with --only, --skip or --last-failed',
    );
  }
  if (exhaustive && sample !== undefined) {
    throw new Refusal('--exhaustive and --sample cannot be combined');
  }
  return {
    versions,
    only: only ?? [],
    skip: skip ?? [],
    requirements,
    scope,
    failOn: values.failOn === 'warn' ? ('warn' as const) : undefined,
    scan: exhaustive || sample !== undefined ? { sample } : undefined,
    maxRequests,
    seed,
    thorough,
    maxDurationMs: values.maxDuration,
  };
}

/** Throws a Refusal for an existing journal. */
function writesOf(values: Values<'run'>, { program }: Surroundings): Pick<RunSettings, 'writes'> {
  const { allowWrites, journal } = values;
  if (!allowWrites) return {};
  if (journal !== undefined && lstatSync(journal, { throwIfNoEntry: false }) !== undefined) {
    if (!existsSync(journal)) {
      throw new Refusal(
        `--journal: ${journal} is a broken symbolic link; expected the name of a new file`,
      );
    }
    throw new Refusal(
      `--journal: ${journal} already exists; if it is the journal of a killed run, first run ${program} restore --base-url URL ${shellWord(journal)}`,
    );
  }
  return { writes: newWrites(journal && resolve(journal)) };
}
