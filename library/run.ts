import { withLastFailed } from '../cli/last-failed.js';
import type { OptionName } from '../cli/options.js';
import { readOptions } from '../cli/read-options.js';
import { runSettings } from '../cli/run-settings.js';
import type { Examined } from '../cli/supervised-run.js';
import { afterWalk } from '../cli/walk-notes.js';
import { checkWalkFile } from '../cli/walk-settings.js';
import { checkWritable } from '../cli/write-file.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { givenOf, type OptionsOf, refusingInNames } from './given.js';

/** What shows or writes something of a run: a program has the report itself. */
const LEFT_OUT = ['report', 'quiet', 'verbose', 'noColor', 'debug'] as const satisfies OptionName[];

/** The options of `conformance run`, in the names of a program, and two that only a program has. */
export interface RunOptions extends OptionsOf<'run', (typeof LEFT_OUT)[number]> {
  /** Ends the run early; what was judged by then is reported. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Where options that are not given are looked for by their environment names, and proxies. Nothing
   * is read unless this is given: `process.env` is a usual value.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Examines an instance and returns the report, which `verdict` sums up; what own requirements have
 * come to is in `extensions`. Nothing is printed, and no handler of signals is left behind. Rejects with
 * a Refusal if an option is wrong, with a CannotExamine if nothing could be judged, and with the
 * signal's reason if it was aborted before anything was.
 */
export async function run(options: RunOptions): Promise<Report> {
  const { signal = new AbortController().signal, environment = {}, ...named } = options;
  return refusingInNames(async () => {
    const places = [{ where: '', values: { ...environment } }];
    const values = await withLastFailed(
      readOptions('run', givenOf('run', LEFT_OUT, named), places),
    );
    const settings = runSettings(values, { ...environment });
    if (settings.writes !== undefined) await checkWritable(settings.writes.journal);
    await checkWalkFile(settings);
    const { held, prepareBaselines, writeBaseline } = await import('../cli/baseline-files.js');
    const baselines = await prepareBaselines(values);
    const { report, outOfTime } = await judgedQuietly(settings, values.suite ?? [], signal);
    if (report === undefined) {
      signal.throwIfAborted();
      throw new CannotExamine(`${outOfTime} before anything was judged`);
    }
    const told = held(report, baselines);
    await writeBaseline(told, baselines);
    const goingOn = afterWalk(settings, told, true);
    if (goingOn !== undefined) warn(goingOn);
    return told;
  });
}

function warn(text: string): void {
  process.emitWarning(text, 'ConformanceWarning');
}

/** The engine takes a while to load: this is for when nothing is wrong with the options. */
async function judgedQuietly(
  settings: RunSettings,
  suites: readonly string[],
  signal: AbortSignal,
): Promise<Examined> {
  const { supervisedRun } = await import('../cli/supervised-run.js');
  const progress = { begin() {}, judged() {}, inHand() {}, walked() {}, end() {} };
  const interruption = { signal, ignore() {} };
  return supervisedRun(settings, {
    suites,
    everyExchange: false,
    progress,
    interruption,
    namesJournal: false,
    note: warn,
  });
}
