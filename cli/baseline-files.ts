import { existsSync } from 'node:fs';
import type { Baseline, Entry } from '../analysis/baseline/entry.js';
import { holdAgainst } from '../analysis/baseline/hold.js';
import { readBaseline } from '../analysis/baseline/read.js';
import { type Rewritten, rewrite } from '../analysis/baseline/rewrite.js';
import { BadYaml } from '../analysis/yaml-file.js';
import { endOf } from '../harness/outcome.js';
import type { Report } from '../harness/report.js';
import { several } from '../reporters/view/words.js';
import { renderBaseline } from './baseline-text.js';
import { readGiven, refusing } from './refusal.js';
import { shippedFiles } from './shipped-files.js';
import { checkWritable, replaceFile } from './write-file.js';

/** The values of `--baseline` and `--write-baseline`. */
export interface WantedBaselines {
  /** The baseline to compare the results with. */
  against?: Baseline;
  /** The file to write, and its entries before. */
  writing?: { file: string; before: Entry[] };
}

/**
 * Reads the baselines before the run. `--write-baseline` preserves entries of its own file or, if that is
 * new, of the file of `--baseline`. Both may name the same file; the run is compared with its content
 * before the run. Rejects with a Refusal for a file that is no baseline or cannot be read or written.
 */
export async function prepareBaselines(values: {
  baseline: string | undefined;
  writeBaseline: string | undefined;
}): Promise<WantedBaselines> {
  const { baseline, writeBaseline } = values;
  const against = baseline === undefined ? undefined : baselineNamed(baseline);
  if (writeBaseline === undefined) return { against };
  const before = (await entriesBefore(writeBaseline)) ?? against?.entries ?? [];
  return { against, writing: { file: writeBaseline, before } };
}

/** Returns the report compared with the baseline of `--baseline`, if there is one. */
export function withBaseline(report: Report, { against }: WantedBaselines): Report {
  return against === undefined ? report : holdAgainst(report, against);
}

/**
 * Writes the file of `--write-baseline`, if given, and returns a summary. Rejects with a Refusal if it
 * cannot be written. An interrupted run writes none, since unchecked requirements might fail.
 */
export async function writeBaseline(
  report: Report,
  { writing }: WantedBaselines,
): Promise<string | undefined> {
  if (writing === undefined) return undefined;
  const { file, before } = writing;
  const ended = endOf(report);
  if (ended !== undefined) return `${file} not written, since ${ended.why}`;
  const rewritten = rewrite(report, before);
  await replaceFile(file, renderBaseline(report, rewritten));
  return `wrote ${file}: ${summary(rewritten)}`;
}

function summary({ added, kept, removed, expired, open }: Rewritten): string {
  const parts = [
    several(kept + added, 'expected result'),
    ...(kept > 0 ? [`${kept} unchanged`] : []),
    ...(added > 0 ? [`${added} new (add a reason)`] : []),
    ...(removed > 0 ? [`${several(removed, 'stale entry', 'stale entries')} removed`] : []),
    ...(expired > 0 ? [`${several(expired, 'entry', 'entries')} expired`] : []),
    ...(open.length > 0 ? [`${open.length} inconclusive (as comments)`] : []),
  ];
  return parts.join(', ');
}

/** The entries of the file to rewrite; nothing if it is missing or empty. */
async function entriesBefore(file: string): Promise<Entry[] | undefined> {
  await checkWritable(file);
  const flag = '--write-baseline';
  if (!existsSync(file)) return undefined;
  const text = textOf(file, flag);
  return text.trim() === '' ? undefined : entriesOf(text, flag, file);
}

/** A file, or else the starter baseline of that name. */
function baselineNamed(name: string): Baseline {
  const flag = '--baseline';
  const shipped = existsSync(name) ? undefined : shippedFiles('fixtures/baselines').get(name);
  const entries = entriesOf(textOf(name, flag, shipped), flag, name);
  return { file: name, starter: shipped === undefined ? undefined : true, entries };
}

/** The text of a baseline; `file` is where it is, if it is not the user's. */
function textOf(name: string, flag: string, file = name): string {
  const names = [...shippedFiles('fixtures/baselines').keys()];
  const starters = flag === '--baseline' ? `, or one of ${names.join(', ')}` : '';
  const expected = `expected a baseline written by --write-baseline FILE${starters}`;
  return readGiven(file, 'yaml', `${flag}: ${name}`, expected);
}

function entriesOf(text: string, flag: string, file: string): Entry[] {
  return refusing(
    BadYaml,
    () => readBaseline(text),
    (cause) => `${flag}: ${file}, ${cause}`,
  );
}
