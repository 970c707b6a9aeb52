import { EXIT, outcomeOf, unwritten } from '../harness/outcome.js';
import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { journalOf } from '../harness/stored-journal.js';
import { restoreLine } from '../harness/target.js';
import { RUN } from '../reporters/formats.js';
import {
  prepareBaselines,
  type WantedBaselines,
  withBaseline,
  writeBaseline,
} from './baseline-files.js';
import { watchForInterruption } from './interruption.js';
import type { Values } from './options.js';
import { printProduct } from './print-product.js';
import { createProgress } from './progress.js';
import { Refusal } from './refusal.js';
import { prepareFiles, type WantedFiles, writeFiles } from './report-files.js';
import { type RunContext, supervisedRun } from './supervised-run.js';
import type { Terminal } from './terminal.js';
import { type Output, refuseOneFileForTwo } from './write-file.js';

/** How to present the result, and its baselines. */
export interface Presentation {
  reports: WantedFiles<Report>;
  baselines: WantedBaselines;
  quiet: boolean;
  verbose: boolean;
  noColor: boolean | undefined;
}

/**
 * Reads the presentation options that `run` and `demo` share. Rejects with a Refusal for errors that can
 * be detected before the first request. `journal` is the file of the original values, which no other may be.
 */
export async function presentationOf(
  values: Values<'run'> | Values<'demo'>,
  journal?: string,
): Promise<Presentation> {
  const { baseline } = values;
  const inputs = baseline === undefined ? [] : [baseline];
  const reports = await prepareFiles(values.report ?? [], RUN, inputs);
  await refuseOneFileForTwo([
    ['--journal', journal],
    ['--write-baseline', values.writeBaseline],
    ...reports.files.map(({ path }): Output => ['--report', path]),
  ]);
  const baselines = await prepareBaselines(values);
  return {
    reports,
    baselines,
    quiet: values.quiet ?? false,
    verbose: values.verbose ?? false,
    noColor: values.noColor,
  };
}

/**
 * Tests an instance and prints the result. `namesJournal` is false for an instance in this process, which
 * cannot be restored later. Returns the exit status. Rejects with a CannotExamine if nothing could be
 * checked. Reports that could not be written are listed last.
 */
export async function testInstance(
  settings: RunSettings,
  shown: Presentation,
  terminal: Terminal,
  namesJournal = true,
): Promise<number> {
  const progress = createProgress(terminal, shown);
  const interruption = watchForInterruption(() => {
    progress.end();
    nameJournal(settings, terminal);
  });
  try {
    return await checked(settings, shown, terminal, {
      progress,
      interruption,
      namesJournal,
    });
  } finally {
    // Not before: a second signal must not end the process while reports are written.
    interruption.ignore();
  }
}

async function checked(
  settings: RunSettings,
  shown: Presentation,
  terminal: Terminal,
  context: Pick<RunContext, 'progress' | 'interruption' | 'namesJournal'>,
): Promise<number> {
  const { everyExchange } = shown.reports;
  const ran = await supervisedRun(settings, {
    everyExchange,
    program: terminal.program,
    note: (text) => terminal.note(text),
    ...context,
  });
  const { exchanges } = ran;
  if (ran.report === undefined) {
    const isLimit = ran.ended?.by === 'limit';
    terminal.note(`${isLimit ? ran.ended?.why : 'interrupted'} before anything was checked`);
    return isLimit ? EXIT.refused : EXIT.interrupted;
  }
  const report = withBaseline(ran.report, shown.baselines);
  if (report.writes !== undefined && !context.namesJournal) report.writes.journal = undefined;
  const failed = await writeFiles(shown.reports, report, { ...terminal, exchanges });
  await printProduct(report, RUN, { ...shown, asJson: shown.reports.onStandardOutput }, terminal);
  try {
    const written = await writeBaseline(report, shown.baselines);
    if (written !== undefined && !shown.quiet) terminal.note(written);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    failed.push(error);
  }
  for (const { message } of failed) terminal.note(message);
  const unrestored = notAllRestored(report, terminal.program);
  if (unrestored !== undefined) terminal.note(unrestored);
  const { status } = outcomeOf(report);
  return failed.length > 0 ? unwritten(status) : status;
}

function notAllRestored({ writes, target }: Report, program: string): string | undefined {
  if (writes === undefined || writes.notRestored.length === 0) return undefined;
  const tail =
    writes.journal === undefined
      ? ''
      : `; retry with ${restoreLine(program, target, writes.journal)}`;
  return `data not fully restored: ${writes.notRestored.length} not restored${tail}`;
}

function nameJournal(settings: RunSettings, terminal: Terminal): void {
  const journal = journalOf(settings.writes);
  if (journal === undefined) return;
  const command = restoreLine(terminal.program, settings, journal);
  terminal.note(`ended before all data was restored; run ${command}`);
}
