import type { Version } from '../../specification/versions.js';
import { type Chapter, chaptersOf, type Row, TROUBLE, troubled } from './grid.js';
import { isAllHollow } from './hollow.js';
import { several } from './quantities.js';
import { type Sheet, SYMBOLS } from './sheet.js';
import { SIGNS, type Sign, signOf } from './sign.js';
import { cut, hang, pad } from './text.js';

/** What each sign of the matrix means; the totals below the matrix are its legend. */
const MEANINGS: Record<Sign, string> = {
  pass: 'it holds',
  fail: 'a MUST is violated',
  expected: 'as the baseline has it',
  warn: 'a SHOULD is violated',
  inconclusive: 'could not be judged',
  skipped: 'by choice of the user',
  'not-applicable': 'not in this version',
  observed: 'nothing to judge, recorded',
  error: 'of the suite or network',
};

/** What a chapter shows of a version: the gravest sign, then the one that says most. */
const TELLING: readonly Sign[] = [
  ...TROUBLE,
  'expected',
  'pass',
  'skipped',
  'observed',
  'not-applicable',
];

/** Narrower, there is room for the names and the signs only. */
const NARROW = 60;

/** Columns that a meaning takes at the least; cut to fewer, it says nothing. */
const LEAST_MEANING = 12;

/** How the matrix shares out the width. */
interface Columns {
  versions: readonly Version[];
  narrow: boolean;
  /** What stands between two columns. */
  gap: string;
  cell: number;
  left: number;
  id: number;
}

/**
 * The compatibility matrix: a column for each version examined, a line for each chapter, below it
 * a line for each of its requirements that somebody has to look at (each at all, if verbose), and
 * the totals, which explain the signs. There is none where it would be hollow: the head says why.
 */
export function matrixLines(sheet: Sheet): string[] {
  if (isAllHollow(sheet.report)) return [];
  const chapters = chaptersOf(sheet.report);
  const columns = shareOut(sheet, chapters);
  const head = columns.versions.map((version) => pad(version, columns.cell));
  return [
    '',
    sheet.paint.strong(line(columns, ' '.repeat(columns.left), head)),
    ...chapters.flatMap((chapter) => chapterLines(sheet, columns, chapter)),
    '',
    ...totalLines(sheet, columns),
  ];
}

function shareOut(sheet: Sheet, chapters: Chapter[]): Columns {
  const versions = sheet.report.target.versionsExamined;
  const most = Math.max(1, ...chapters.map(({ rows }) => rows.length));
  const all = sheet.report.requirements.length;
  const cell = Math.max(4, 2 + String(most).length, String(all).length);
  const narrow = sheet.width < NARROW;
  const gap = narrow ? ' ' : '  ';
  const left = sheet.width - versions.length * (cell + gap.length);
  const shown = chapters.flatMap(({ rows }) => shownRows(sheet, rows));
  const longest = Math.max(0, ...shown.map(({ requirement }) => requirement.id.length));
  const id = Math.min(longest, Math.max(12, left - 20));
  return { versions, narrow, gap, cell, left, id };
}

function shownRows(sheet: Sheet, rows: Row[]): Row[] {
  return sheet.verbose ? rows : rows.filter(troubled);
}

function chapterLines(sheet: Sheet, columns: Columns, chapter: Chapter): string[] {
  const shown = shownRows(sheet, chapter.rows);
  const more = restOf(chapter.rows.filter((row) => !shown.includes(row)));
  const cells = columns.versions.map((version) => chapterCell(sheet, columns, chapter, version));
  return [
    line(columns, chapterName(sheet, columns, chapter), cells),
    ...shown.flatMap((row) => requirementLines(sheet, columns, row)),
    ...(shown.length > 0 && more !== ''
      ? hang('  ', `and ${more}`, sheet.width).map(sheet.paint.faint)
      : []),
  ];
}

function chapterName({ paint }: Sheet, columns: Columns, { name, rows }: Chapter): string {
  if (columns.narrow) return paint.strong(pad(name, columns.left));
  const size = several(rows.length, 'requirement');
  const room = columns.left - size.length - columns.gap.length;
  return `${paint.strong(pad(name, room))}${columns.gap}${paint.faint(size)}`;
}

function chapterCell(sheet: Sheet, columns: Columns, { rows }: Chapter, version: Version): string {
  const signs = rows.flatMap((row) => {
    const result = row.results.get(version);
    return result ? signOf(result) : [];
  });
  const told = TELLING.find((each) => signs.includes(each));
  if (told === undefined) return ' '.repeat(columns.cell);
  if (told === 'not-applicable') return signCell(sheet, columns, told);
  const count = String(signs.filter((each) => each === told).length);
  const text = `${SYMBOLS[told]} ${count.padStart(columns.cell - 2)}`;
  return sheet.paint.verdict[told](text);
}

/** In a narrow sheet the id has a line of its own. */
function requirementLines(sheet: Sheet, columns: Columns, row: Row): string[] {
  const { id, title } = row.requirement;
  const { narrow, gap, left } = columns;
  const cells = columns.versions.map((version) => {
    const result = row.results.get(version);
    return result ? signCell(sheet, columns, signOf(result)) : ' '.repeat(columns.cell);
  });
  if (narrow) return [`  ${cut(id, sheet.width - 2)}`, line(columns, ' '.repeat(left), cells)];
  const says = pad(title, left - columns.id - 2 * gap.length);
  return [line(columns, `${gap}${pad(id, columns.id)}${gap}${sheet.paint.faint(says)}`, cells)];
}

function signCell(sheet: Sheet, columns: Columns, sign: Sign): string {
  return sheet.paint.verdict[sign](SYMBOLS[sign]) + ' '.repeat(columns.cell - 1);
}

/** What became of the requirements of a chapter that have no line of their own. */
function restOf(rows: Row[]): string {
  const told = rows.map(({ results }) => {
    const signs = [...results.values()].map(signOf);
    return TELLING.find((sign) => signs.includes(sign));
  });
  return TELLING.flatMap((sign) => {
    const count = told.filter((each) => each === sign).length;
    if (count === 0) return [];
    if (sign !== 'pass') return `${count} ${sign}`;
    return `${count} more that ${count === 1 ? 'holds' : 'hold'}`;
  }).join(', ');
}

function totalLines(sheet: Sheet, columns: Columns): string[] {
  const { results } = sheet.report;
  const totals = SIGNS.map((sign) => ({
    sign,
    counts: columns.versions.map(
      (version) =>
        results.filter((result) => result.version === version && signOf(result) === sign).length,
    ),
  }));
  const seen = totals.filter(({ counts }) => counts.some((count) => count > 0));
  return seen.map(({ sign, counts }) => {
    const brush = sheet.paint.verdict[sign];
    const room = columns.left - 'not-applicable'.length - 2 - columns.gap.length;
    const explained = room >= LEAST_MEANING;
    const name = pad(sign, explained ? 'not-applicable'.length : columns.left - 2);
    const meaning = explained ? columns.gap + sheet.paint.faint(pad(MEANINGS[sign], room)) : '';
    const cells = counts.map((count) => {
      const text = String(count).padStart(columns.cell);
      return count === 0 ? sheet.paint.faint(text) : brush(text);
    });
    return line(columns, `${brush(SYMBOLS[sign])} ${brush(name)}${meaning}`, cells);
  });
}

function line({ gap }: Columns, left: string, cells: string[]): string {
  return [left, ...cells].join(gap).trimEnd();
}
