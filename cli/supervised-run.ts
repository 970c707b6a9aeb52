import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBrokenClients } from '../analysis/client-profile/broken-clients.js';
import { whyEnded } from '../harness/client/stopped.js';
import type { RunParts, Tested } from '../harness/run.js';
import type { RunSettings } from '../harness/settings.js';
import { journalOf } from '../harness/stored-journal.js';
import { restoreLine } from '../harness/target.js';
import { LONGEST_FILE, readBytes } from '../harness/text-file.js';
import { number, several } from '../reporters/view/words.js';
import { readProfiles } from './catalogue.js';
import { selectedCatalogue } from './choice.js';
import { type Interruption, timeLimit } from './interruption.js';
import type { Progress } from './progress.js';
import { currentFolder, refusing } from './refusal.js';

/** The built file that Vitest runs. */
const ENTRY = fileURLToPath(new URL('./vitest-entry.js', import.meta.url));

/** The inputs of a run besides its settings. */
export interface RunContext {
  /** Whether to collect all exchanges, not only those of findings. */
  everyExchange: boolean;
  progress: Progress;
  /** Ends the run early. */
  interruption: Interruption;
  /** Whether to print the name of the journal: the instance outlives this process. */
  namesJournal: boolean;
  /** How the user starts this program. */
  program: string;
  /** Prints a line immediately. */
  note(text: string): void;
}

/**
 * Runs the suite on an instance. Rejects with a CannotExamine if nothing could be checked, and with a
 * Refusal if the run cannot start.
 */
export async function supervisedRun(
  settings: RunSettings,
  { everyExchange, progress, interruption, note, namesJournal, program }: RunContext,
): Promise<Tested> {
  refuseBrokenPackage(currentFolder());
  const limit = timeLimit('the run', settings.maxDurationMs);
  const signal = AbortSignal.any([interruption.signal, limit]);
  const tell = (text: string) => {
    // It needs a line of its own.
    progress.end();
    note(text);
  };
  const onAbort = () => announceRestoring(settings, signal, tell);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const catalogue = selectedCatalogue(settings);
    const deciding = new Set(
      catalogue.groups.flatMap(({ requirements }) => requirements.map(({ id }) => id)),
    );
    // Read before the run, since the package may be replaced during it.
    const profiles = readProfiles();
    // Loads Vitest, which takes a while.
    const { run } = await import('../harness/run.js');
    const { report, ...tested } = await run(settings, {
      ...catalogue,
      entry: ENTRY,
      everyExchange,
      ...shownOn(progress, deciding, signal),
      onJournal() {
        if (namesJournal) tell(journalNote(settings, program));
      },
      onNotice: tell,
      signal,
    });
    return report === undefined
      ? tested
      : { ...tested, report: withBrokenClients(report, profiles) };
  } finally {
    progress.end();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Shows how far a run has come. `deciding` are the requirements that make it nonconformant. */
function shownOn(
  progress: Progress,
  deciding: ReadonlySet<string>,
  signal: AbortSignal,
): Pick<RunParts, 'onPlan' | 'onStart' | 'onJudgement' | 'onScan'> {
  const state = { total: 0, done: 0, requests: 0, failed: 0 };
  const show = (inHand?: string) => {
    const { total, done, requests, failed } = state;
    const facts = [`${number(done)} of ${several(total, 'result')}`, several(requests, 'request')];
    const says = [...facts, `${number(failed)} failed`].join(' · ');
    progress.show({ share: done / Math.max(1, total), says, fails: failed > 0, inHand });
  };
  return {
    onPlan(total) {
      state.total = total;
      show();
    },
    onStart: show,
    onJudgement({ result: { requirement, version, verdict }, traffic: { requests } }) {
      // Results that arrive after the end of the run were not checked.
      if (signal.aborted) return;
      state.done += 1;
      // Results that were found side by side do not arrive in the order of their requests.
      state.requests = Math.max(state.requests, requests);
      if (verdict === 'fail' && deciding.has(requirement)) state.failed += 1;
      show(`${requirement} in ${version}`);
    },
    onScan({ version, objects, pagesRead, pages }) {
      const read = `${number(pagesRead)} of ${several(pages, 'page')}`;
      const says = `scanning ${version}: ${several(objects, 'object')} · ${read}`;
      const fails = state.failed > 0;
      progress.show({ share: pagesRead / Math.max(1, pages), says, fails, isPart: true });
    },
  };
}

/** Node reads the nearest package.json when it starts Vitest's worker: as UTF-8, with or without a mark. */
function refuseBrokenPackage(folder: string): void {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    refusing(
      Error,
      () => JSON.parse(new TextDecoder().decode(readBytes(file, LONGEST_FILE.package))),
      () =>
        `${file} is not valid JSON, so Node cannot start a worker here; run conformance in another directory`,
    );
  } else if (dirname(folder) !== folder) refuseBrokenPackage(dirname(folder));
}

function journalNote(settings: RunSettings, program: string): string {
  const journal = settings.writes?.journal ?? '';
  return `journal: ${journal}; if this run is killed, restore the data with ${restoreLine(program, settings, journal)}`;
}

/** A second signal would abort the restore. */
function announceRestoring(
  { writes }: RunSettings,
  signal: AbortSignal,
  note: RunContext['note'],
): void {
  if (journalOf(writes) === undefined) return;
  const why = whyEnded(signal);
  note(`${why}; restoring data; the same signal again aborts this`);
}
