import { availableParallelism } from 'node:os';
import type { Change } from '../analysis/trial/instance.js';
import { changesFrom, newestOf } from '../analysis/trial/plan.js';
import { type ClientTrial, EXPECTED, KINDS } from '../analysis/trial/result.js';
import { CannotTry } from '../analysis/trial/sound-run.js';
import { type TrialProgress, tryClient } from '../analysis/trial/try-client.js';
import { EXIT } from '../harness/outcome.js';
import { isSelected } from '../harness/selection.js';
import { shellWord } from '../harness/shell.js';
import { TRIAL } from '../reporters/formats.js';
import { number, several } from '../reporters/view/words.js';
import { refuseUnknownNames } from './choice.js';
import { watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { tell } from './print-product.js';
import { createProgress, type Standing } from './progress.js';
import { Refusal } from './refusal.js';
import { prepareFiles } from './report-files.js';
import type { Terminal } from './terminal.js';

const MAX_DURATION_MS = 900_000;

const STATUSES: Record<ClientTrial['verdict'], number> = {
  pass: EXIT.conformant,
  fail: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
};

/**
 * `conformance try-client`: runs a client against sound and changed instances. Returns the exit status: 0 if
 * it never crashes and is never silently different, 1 if it is, 3 if it hangs or something was not tried.
 * Rejects with a Refusal if the command cannot be tried.
 */
export async function tryClientCommand(
  values: Values<'try-client'>,
  terminal: Terminal,
): Promise<number> {
  const { command, expect, quiet = false } = values;
  if (command === undefined) {
    throw new Refusal(
      `try-client needs the command of a client: ${terminal.program} try-client --command 'git-pw --server $CONFORMANCE_URL …'`,
    );
  }
  const changes = chosen(changesFrom(expect), values);
  const files = await prepareFiles(values.report ?? [], TRIAL);
  const progress = createProgress(terminal, { quiet, noColor: values.noColor });
  const interruption = watchForInterruption();
  let trial: ClientTrial;
  try {
    trial = await tryClient({
      rerun: rerun(values, command, terminal),
      command,
      expect,
      // The newest in which the command can be tried on all of them.
      versions: values.versions ?? [newestOf(...EXPECTED)],
      changes,
      timeoutMs: values.timeout,
      maxDurationMs: values.maxDuration ?? MAX_DURATION_MS,
      jobs: values.jobs ?? availableParallelism(),
      environment: terminal.environment,
      stop: interruption.signal,
      onProgress: (reached) => progress.show(standing(reached)),
    });
  } catch (error) {
    if (interruption.signal.aborted) return EXIT.interrupted;
    if (!(error instanceof CannotTry)) throw error;
    throw new Refusal(error.message);
  } finally {
    progress.end();
    interruption.ignore();
  }
  await tell(trial, TRIAL, files, values, terminal);
  if (trial.interrupted) return EXIT.interrupted;
  const isNothingToTry = trial.trials.length + trial.notTried.length === 0;
  return isNothingToTry ? EXIT.refused : STATUSES[trial.verdict];
}

/** The command line of this trial again, for another choice of changes. */
function rerun(
  { expect, timeout }: Values<'try-client'>,
  command: string,
  { program }: Terminal,
): string {
  const options = [
    ...(expect === OPTIONS.expect.default ? [] : [` --expect ${expect}`]),
    ...(timeout === OPTIONS.timeout.parse(OPTIONS.timeout.default)
      ? []
      : [` --timeout ${timeout / 1000}`]),
  ];
  return `${program} try-client --command ${shellWord(command)}${options.join('')}`;
}

/** The changes that `--only` and `--skip` select, by id, pattern or kind. Throws a Refusal for a name of none. */
function chosen(changes: readonly Change[], choice: Values<'try-client'>): Change[] {
  const groups = KINDS.map((name) => ({
    name,
    requirements: changes.filter(({ kind }) => kind === name),
  }));
  refuseUnknownNames(groups, choice);
  const { only = [], skip = [] } = choice;
  const selected = changes.filter(({ id, kind }) => isSelected({ id }, { name: kind }, only, skip));
  if (selected.length > 0) return selected;
  throw new Refusal('--only and --skip select nothing to try; expected at least one');
}

function standing({ done, total, reactions }: TrialProgress): Standing {
  if (total === undefined) {
    return { share: 0, says: 'running the command on the instance where it works' };
  }
  const { crashes, 'silently different': different } = reactions;
  const says = [
    `${number(done)} of ${several(total, 'run')}`,
    ...(crashes > 0 ? [`${number(crashes)} crashed`] : []),
    ...(different > 0 ? [`${number(different)} silently different`] : []),
  ].join(' · ');
  return { share: done / Math.max(1, total), says, fails: crashes + different > 0 };
}
