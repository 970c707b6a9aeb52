import { realpath } from 'node:fs/promises';
import type { Baseline, Entry } from '../analysis/baseline/entry.js';
import { holdAgainst } from '../analysis/baseline/hold.js';
import { type Rewritten, rewrite } from '../analysis/baseline/rewrite.js';
import { joined, parted } from '../harness/extension/joined.js';
import type { Report } from '../harness/report.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { causeOf, Refusal } from './refusal.js';
import { checkWritable, replaceFile } from './write-file.js';

// What reads and writes YAML is loaded where there is some: it takes longer than all else here.

/** What `--baseline` and `--write-baseline` ask for. */
export interface WantedBaselines {
  /** What the results are held against. */
  against?: Baseline;
  /** Where what fails now is written, and what stood there before. */
  writing?: { file: string; before: Entry[] };
}

/**
 * Reads the baselines before the run. What there is to keep for `--write-baseline` comes from its own
 * file or, if that is new, from the one of `--baseline`. Both may name the same: the run is held against
 * the file as it was. Rejects with a Refusal for a file that cannot be read, is no baseline or cannot be
 * written.
 */
export async function prepareBaselines(values: {
  baseline: string | undefined;
  writeBaseline: string | undefined;
}): Promise<WantedBaselines> {
  const { baseline, writeBaseline } = values;
  const against =
    baseline === undefined
      ? undefined
      : { file: baseline, entries: await entriesIn(baseline, '--baseline') };
  return {
    ...(against === undefined ? {} : { against }),
    ...(writeBaseline === undefined
      ? {}
      : {
          writing: {
            file: writeBaseline,
            before: (await entriesBefore(writeBaseline)) ?? against?.entries ?? [],
          },
        }),
  };
}

/** The report as it stands against the baseline of `--baseline`, if there is one. */
export function held(report: Report, { against }: WantedBaselines): Report {
  return against === undefined ? report : parted(holdAgainst(joined(report), against), report);
}

/**
 * Writes the baseline that `--write-baseline` asks for and returns what is to be said of it, if it
 * asks for one. Rejects with a Refusal if it cannot be written. An interrupted run writes none, since
 * what it did not reach might fail.
 */
export async function writeBaseline(
  report: Report,
  { writing }: WantedBaselines,
): Promise<string | undefined> {
  if (writing === undefined) return undefined;
  const { file, before } = writing;
  if (report.interrupted) return `${file} is left as it was, since not everything was judged`;
  const whole = joined(report);
  const rewritten = rewrite(whole, before);
  const { renderBaseline } = await import('./baseline-text.js');
  await replaceFile(file, renderBaseline(whole, rewritten));
  return `${file} is written: ${summary(rewritten)}`;
}

function summary({ added, kept, removed, expired, open }: Rewritten): string {
  const parts = [
    `${kept + added} expected ${kept + added === 1 ? 'result' : 'results'}`,
    ...(kept > 0 ? [`${kept} of them kept with their reasons, links and expiries`] : []),
    ...(added > 0 ? [`${added} of them new, to be given a reason`] : []),
    ...(removed > 0
      ? [`${removed} taken out that ${removed === 1 ? 'is' : 'are'} no longer so`]
      : []),
    ...(expired > 0
      ? [`${expired} ${expired === 1 ? 'entry has' : 'entries have'} expired and will not count`]
      : []),
    ...(open.length > 0
      ? [`and as comments, to be accepted or not, ${open.length} that could not be judged`]
      : []),
  ];
  return parts.join(', ');
}

/** What the file holds that is to be written anew; nothing if it is not there yet, or empty. */
async function entriesBefore(file: string): Promise<Entry[] | undefined> {
  await checkWritable(file);
  const flag = '--write-baseline';
  const isThere = await realpath(file).catch(() => undefined);
  if (isThere === undefined) return undefined;
  const text = textOf(file, flag);
  return text.trim() === '' ? undefined : entriesOf(text, flag, file);
}

async function entriesIn(file: string, flag: string): Promise<Entry[]> {
  return entriesOf(textOf(file, flag), flag, file);
}

function textOf(file: string, flag: string): string {
  try {
    return readTextFile(file, LONGEST_FILE.yaml);
  } catch (error) {
    throw new Refusal(
      `${flag}: ${file} cannot be read: ${causeOf(error)}; expected a baseline, as --write-baseline FILE makes one`,
    );
  }
}

async function entriesOf(text: string, flag: string, file: string): Promise<Entry[]> {
  const { readBaseline } = await import('../analysis/baseline/read.js');
  const { BadBaseline } = await import('../analysis/baseline/yaml.js');
  try {
    return readBaseline(text);
  } catch (error) {
    if (!(error instanceof BadBaseline)) throw error;
    throw new Refusal(`${flag}: ${file}, line ${error.line}: ${error.message}`);
  }
}
