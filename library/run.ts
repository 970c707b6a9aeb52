import { refuseMisspelt } from '../cli/environment.js';
import type { OptionName } from '../cli/options.js';
import { readOptions } from '../cli/options.js';
import { currentFolder } from '../cli/refusal.js';
import { runSettings } from '../cli/run-settings.js';
import { withLastFailed } from '../cli/stored-report.js';
import { checkWritable, refuseOneFileForTwo } from '../cli/write-file.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import type { Report } from '../harness/report.js';
import type { Tested } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { givenOf, type OptionsOf } from './given.js';

/** Options for output: a program has the report itself. */
const LEFT_OUT = ['report', 'quiet', 'verbose', 'noColor', 'debug'] as const satisfies OptionName[];

/** The options of `conformance run` in camel case, and two more. */
export interface RunOptions extends OptionsOf<'run', (typeof LEFT_OUT)[number]> {
  /** Ends the run early; results up to then are reported. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Environment variables for options that are not given, and for proxies; usually `process.env`. Default:
   * none.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Tests an instance and returns the report. Prints nothing and leaves no signal handlers. Rejects with a
 * Refusal if an option is wrong, with a CannotExamine if nothing could be checked, and with the reason of
 * `signal` if it was aborted before anything was checked.
 */
export async function run(options: RunOptions): Promise<Report> {
  const { signal = new AbortController().signal, environment = {}, ...named } = options;
  currentFolder();
  refuseMisspelt(environment, warn);
  const places = [{ where: '', values: { ...environment } }];
  const { values, refuseLess } = await withLastFailed(
    readOptions('run', givenOf('run', LEFT_OUT, named), places, 'key'),
  );
  const settings = runSettings(values, {
    environment: { ...environment },
    program: INSTALLED_PROGRAM,
    note: warn,
  });
  refuseLess(settings, INSTALLED_PROGRAM);
  if (settings.writes !== undefined) await checkWritable(settings.writes.journal);
  await refuseOneFileForTwo([
    ['--journal', settings.writes?.journal],
    ['--write-baseline', values.writeBaseline],
  ]);
  const { withBaseline, prepareBaselines, writeBaseline } = await import(
    '../cli/baseline-files.js'
  );
  const baselines = await prepareBaselines(values);
  const { report, ended } = await runQuietly(settings, signal);
  if (report === undefined) {
    signal.throwIfAborted();
    throw new CannotExamine(`${ended?.why} before anything was checked`);
  }
  const compared = withBaseline(report, baselines);
  await writeBaseline(compared, baselines);
  return compared;
}

function warn(text: string): void {
  process.emitWarning(text, 'ConformanceWarning');
}

/** Loads the engine, which takes a while, only after the options are checked. */
async function runQuietly(settings: RunSettings, signal: AbortSignal): Promise<Tested> {
  const { supervisedRun } = await import('../cli/supervised-run.js');
  const progress = { show() {}, end() {} };
  const interruption = { signal, ignore() {} };
  return supervisedRun(settings, {
    everyExchange: false,
    progress,
    interruption,
    namesJournal: false,
    program: INSTALLED_PROGRAM,
    note: warn,
  });
}
