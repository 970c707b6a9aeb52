import stringWidth from 'string-width';
import type { Version } from '../../specification/versions.js';
import { type Chapter, chaptersOf, type Row, reasonOfAll, TROUBLE, troubled } from './grid.js';
import { isAllHollow } from './hollow.js';
import { several } from './quantities.js';
import { type Sheet, SYMBOLS } from './sheet.js';
import { SIGNS, type Sign, signOf } from './sign.js';
import { cut, pad } from './text.js';

/** What each sign of the matrix means; the totals below the matrix are its legend. */
const MEANINGS: Record<Sign, string> = {
  pass: 'holds',
  fail: 'a MUST is violated',
  expected: 'as the baseline expects',
  warn: 'a SHOULD is violated',
  inconclusive: 'could not be checked',
  skipped: 'left out by choice',
  'not-applicable': 'not in this version',
  observed: 'not specified; recorded',
  error: 'suite or network error',
};

/** What a cell shows of a group, the most important first. */
const ORDER: readonly Sign[] = [
  ...TROUBLE,
  'expected',
  'pass',
  'skipped',
  'observed',
  'not-applicable',
];

/** Signs that a cell counts, if there is room for the names of groups beside them. */
const MOST_SIGNS = 2;
const LEAST_LEFT = 20;

/** What the totals need for their meanings. */
const USUAL_LEFT = 42;

/** Columns between two cells. */
const GAP = '  ';

/** How the matrix shares out the width. */
interface Columns {
  versions: readonly Version[];
  left: number;
  cell: number;
  /** How many signs a cell counts. */
  signs: number;
}

/**
 * The compatibility matrix: a column for each version tested, a line for each group, below it a line
 * for each of its requirements that needs attention (each at all, if verbose), and the totals, which explain
 * the signs. Groups that were not selected or not reached share one line. There is no matrix where nearly
 * nothing was checked: the head says why.
 */
export function matrixLines(sheet: Sheet): string[] {
  if (isAllHollow(sheet.report)) return [];
  const chapters = chaptersOf(sheet.report);
  const shown = chapters.filter(isReached);
  const columns = shareOut(sheet, shown);
  const head = columns.versions.map((version) => version.padEnd(columns.cell));
  return [
    '',
    sheet.paint.strong(line(' '.repeat(columns.left), head)),
    ...shown.flatMap((chapter) => chapterLines(sheet, columns, chapter)),
    ...restLines(sheet, chapters.length - shown.length),
    '',
    ...totalLines(sheet, columns),
  ];
}

/** Whether any requirement of a group was selected and reached in some version. */
function isReached({ rows }: Chapter): boolean {
  return rows.some(({ results }) =>
    [...results.values()].some(
      ({ verdict, reason = '' }) =>
        verdict !== 'not-applicable' && !/^left out by |before this was checked$/.test(reason),
    ),
  );
}

function restLines({ paint }: Sheet, count: number): string[] {
  return count === 0 ? [] : [paint.faint(`${several(count, 'group')} not selected or not reached`)];
}

function shareOut(sheet: Sheet, chapters: readonly Chapter[], signs = MOST_SIGNS): Columns {
  const versions = sheet.report.target.versionsExamined;
  const cells = chapters.flatMap(({ rows }) =>
    versions.map((version) => stringWidth(cellOf(rows, version, signs).map(counted).join(' '))),
  );
  const cell = Math.max(5, String(sheet.report.requirements.length).length, ...cells);
  const names = chapters.flatMap(({ name, rows }) => [
    stringWidth(name) + sizeOf(rows).length + GAP.length,
    ...shownRows(sheet, rows).map(({ requirement }) => requirement.id.length + 2),
  ]);
  const room = sheet.width - versions.length * (cell + GAP.length);
  if (room < LEAST_LEFT && signs > 1) return shareOut(sheet, chapters, 1);
  const left = Math.max(12, Math.min(room, Math.max(USUAL_LEFT, ...names)));
  return { versions, cell, left, signs };
}

function sizeOf(rows: readonly Row[]): string {
  return several(rows.length, 'requirement');
}

function shownRows(sheet: Sheet, rows: readonly Row[]): Row[] {
  if (sheet.verbose) return [...rows];
  const open = rows.filter(troubled);
  return reasonOfAll(open) === undefined ? open : [];
}

function chapterLines(sheet: Sheet, columns: Columns, chapter: Chapter): string[] {
  const { paint } = sheet;
  const { name, rows } = chapter;
  const size = sizeOf(rows);
  const room = columns.left - size.length - GAP.length;
  const label =
    room < name.length
      ? paint.strong(pad(name, columns.left))
      : `${paint.strong(pad(name, room))}${GAP}${paint.faint(size)}`;
  const cells = columns.versions.map((version) => {
    const signs = cellOf(rows, version, columns.signs);
    const text = signs.map((each) => paint.verdict[each.sign](counted(each))).join(' ');
    return text + ' '.repeat(columns.cell - stringWidth(signs.map(counted).join(' ')));
  });
  const reason = sheet.verbose ? undefined : reasonOfAll(rows.filter(troubled));
  return [
    line(label, cells),
    ...shownRows(sheet, rows).map((row) => requirementLine(sheet, columns, row)),
    ...(reason === undefined ? [] : [paint.faint(cut(`  ? ${reason}`, sheet.width))]),
  ];
}

interface Counted {
  sign: Sign;
  count: number;
}

/** The signs of a group in a version, the most important first: `✗2 ✓7`. What a version lacks is shown alone. */
function cellOf(rows: readonly Row[], version: Version, most: number): Counted[] {
  const signs = rows.flatMap(({ results }) => {
    const result = results.get(version);
    return result === undefined ? [] : signOf(result);
  });
  const counts = ORDER.map((sign) => ({
    sign,
    count: signs.filter((each) => each === sign).length,
  }));
  const there = counts.filter(({ count }) => count > 0);
  const own = there.filter(({ sign }) => sign !== 'not-applicable' && sign !== 'observed');
  return own.length > 0 ? own.slice(0, most) : there.slice(0, 1);
}

function counted({ sign, count }: Counted): string {
  return sign === 'not-applicable' ? SYMBOLS[sign] : `${SYMBOLS[sign]}${count}`;
}

function requirementLine({ paint }: Sheet, columns: Columns, row: Row): string {
  const cells = columns.versions.map((version) => {
    const result = row.results.get(version);
    if (result === undefined) return ' '.repeat(columns.cell);
    const sign = signOf(result);
    return paint.verdict[sign](SYMBOLS[sign]) + ' '.repeat(columns.cell - 1);
  });
  return line(pad(`  ${row.requirement.id}`, columns.left), cells);
}

function totalLines({ report, paint }: Sheet, columns: Columns): string[] {
  return SIGNS.flatMap((sign) => {
    const counts = columns.versions.map(
      (version) =>
        report.results.filter((result) => result.version === version && signOf(result) === sign)
          .length,
    );
    if (counts.every((count) => count === 0)) return [];
    const brush = paint.verdict[sign];
    const name = `${SYMBOLS[sign]} ${sign.padEnd('not-applicable'.length)}`;
    const label = pad(`${name}${GAP}${MEANINGS[sign]}`, columns.left);
    const cells = counts.map((count) => {
      const text = String(count).padEnd(columns.cell);
      return count === 0 ? paint.faint(text) : brush(text);
    });
    return [line(brush(label), cells)];
  });
}

function line(left: string, cells: readonly string[]): string {
  return [left, ...cells].join(GAP).trimEnd();
}
