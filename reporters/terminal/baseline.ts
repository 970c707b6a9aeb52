import type { Expectation, Result } from '../../harness/report.js';
import { entriesToAccept, type ProblemGroup, problemGroups } from '../view/baseline-problems.js';
import { type Row, rowsWith } from '../view/groups.js';
import { several } from '../view/quantities.js';
import { PROBLEM_SIGNS, SYMBOLS } from '../view/signs.js';
import { expectations } from '../view/summary.js';
import { titleLines } from './findings.js';
import { ruled, type Sheet } from './sheet.js';
import { cut, hang, wrap } from './text.js';

/** Problems of one kind, entries to paste and expected requirements shown, unless verbose. */
const SHOWN = 20;

/** Where the results are not as the baseline expects, and the entries that would accept what fails. */
export function baselineProblemLines(sheet: Sheet): string[] {
  const { baseline } = sheet.report;
  if (baseline === undefined || baseline.problems.length === 0) return [];
  const count = several(baseline.problems.length, 'difference');
  return [
    ...ruled(sheet, `${count} from the baseline ${baseline.file}`),
    ...problemGroups(sheet.report).flatMap((group) => ['', ...groupLines(sheet, group)]),
    ...(baseline.starter ? ownBaseline(sheet, baseline.file) : entryLines(sheet, baseline.file)),
  ];
}

function groupLines(sheet: Sheet, group: ProblemGroup): string[] {
  const { paint, width, verbose } = sheet;
  const [{ kind, message }] = group;
  const sign = PROBLEM_SIGNS[kind];
  const head = hang(`${SYMBOLS[sign]} `, message, width).map(paint.verdict[sign]);
  if (kind === 'unexpected-inconclusive') {
    // The reasons are listed with everything else that was not checked.
    const ids = group.map(({ requirement }) => requirement).join(', ');
    return [...head, ...hang('    ', ids, width, verbose ? undefined : 2)];
  }
  const shown = verbose ? group : group.slice(0, SHOWN);
  const more = group.length - shown.length;
  return [
    ...head,
    ...shown.flatMap(({ requirement, versions, line }) => {
      const where = line === undefined ? '' : ` (line ${line})`;
      return hang('    ', `${requirement} in ${versions.join(' ')}${where}`, width);
    }),
    ...(more > 0 ? [paint.faint(`    and ${more} more`)] : []),
  ];
}

function ownBaseline(sheet: Sheet, file: string): string[] {
  const command = `--baseline ${file} --write-baseline FILE`;
  const text = `To accept failures of this instance, write a baseline of your own: ${command}`;
  return ['', ...wrap(text, sheet.width).map(sheet.paint.faint)];
}

function entryLines(sheet: Sheet, file: string): string[] {
  const entries = entriesToAccept(sheet.report);
  if (entries.length === 0) return [];
  const shown = sheet.verbose ? entries : entries.slice(0, SHOWN);
  const faint = (text: string) => wrap(text, sheet.width).map(sheet.paint.faint);
  const more = entries.length - shown.length;
  return [
    '',
    ...faint(`To accept ${entries.length === 1 ? 'it' : 'them'}, add to ${file}, with a reason:`),
    '',
    ...shown.flat().map((line) => cut(line, sheet.width)),
    ...(more > 0 ? ['', ...faint(`And ${more} more; --write-baseline FILE writes all.`)] : []),
  ];
}

/** What is as the baseline expects: each requirement with the reason given there, and what it shows now. */
export function expectedLines(sheet: Sheet): string[] {
  const rows = rowsWith(sheet.report, 'expected');
  if (rows.length === 0) return [];
  const shown = sheet.verbose ? rows : rows.slice(0, SHOWN);
  const more = rows.length - shown.length;
  return [
    ...ruled(sheet, expectations(sheet.report).join(', ')),
    '',
    ...shown.flatMap((row) => expectedRow(sheet, row)),
    ...(more > 0 ? [sheet.paint.faint(`  and ${more} more; --verbose shows them`)] : []),
  ];
}

function expectedRow(sheet: Sheet, { requirement, results }: Row): string[] {
  const own = [...results.values()];
  const now = own[0]?.violations[0]?.message ?? own[0]?.reason;
  return [
    ...titleLines(sheet, 'expected', requirement.id, whereOf(own)),
    ...[...new Set(own.flatMap(({ expected }) => (expected ? linesOf(expected) : [])))].flatMap(
      (text) => hang('    ', text, sheet.width),
    ),
    ...(now === undefined
      ? []
      : hang('    now: ', now, sheet.width, sheet.verbose ? undefined : 2)
    ).map(sheet.paint.faint),
  ];
}

/** `in 1.0 1.1, inconclusive in 1.2` */
function whereOf(results: readonly Result[]): string {
  const isOpen = ({ verdict }: Result) => verdict === 'inconclusive';
  const failing = results.filter((each) => !isOpen(each)).map(({ version }) => version);
  const open = results.filter(isOpen).map(({ version }) => version);
  return [
    ...(failing.length > 0 ? [`in ${failing.join(' ')}`] : []),
    ...(open.length > 0 ? [`inconclusive in ${open.join(' ')}`] : []),
  ].join(', ');
}

function linesOf({ reason, link, expires }: Expectation): string[] {
  const rest = [link, expires === undefined ? undefined : `until ${expires}`].filter(
    (part) => part !== undefined,
  );
  return [
    (reason ?? 'no reason is given').replace(/\s+/g, ' '),
    ...(rest.length === 0 ? [] : [rest.join(' · ')]),
  ];
}
