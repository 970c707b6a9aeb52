import { VERDICTS, type Verdict } from '../../harness/verdict.js';
import type { Version } from '../../harness/version.js';
import { type Chapter, chaptersOf, type Row, TROUBLE, troubled } from './grid.js';
import { several } from './quantities.js';
import { type Sheet, SYMBOLS } from './sheet.js';
import { pad } from './text.js';

/** What each sign of the matrix means; the totals below the matrix are its legend. */
const MEANINGS: Record<Verdict, string> = {
  pass: 'it holds',
  fail: 'a MUST is violated',
  warn: 'a SHOULD is violated',
  inconclusive: 'could not be judged',
  skipped: 'by choice of the user',
  'not-applicable': 'not in this version',
  observed: 'nothing to judge, recorded',
  error: 'of the suite or transport',
};

/** What a chapter shows of a version: the gravest verdict, then the one that says most. */
const TELLING: readonly Verdict[] = [...TROUBLE, 'pass', 'skipped', 'observed', 'not-applicable'];

const GAP = '  ';

/** How the matrix shares out the width. */
interface Columns {
  versions: readonly Version[];
  cell: number;
  left: number;
  id: number;
}

/**
 * The compatibility matrix: a column for each version examined, a line for each chapter, below it
 * a line for each of its requirements that somebody has to look at (each at all, if verbose), and
 * the totals, which explain the signs.
 */
export function matrixLines(sheet: Sheet): string[] {
  const chapters = chaptersOf(sheet.report);
  const columns = shareOut(sheet, chapters);
  const head = columns.versions.map((version) => pad(version, columns.cell)).join(GAP);
  return [
    '',
    sheet.paint.strong(`${' '.repeat(columns.left)}${GAP}${head}`.trimEnd()),
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
  const left = sheet.width - versions.length * (cell + GAP.length);
  const shown = chapters.flatMap(({ rows }) => shownRows(sheet, rows));
  const longest = Math.max(0, ...shown.map(({ requirement }) => requirement.id.length));
  return { versions, cell, left, id: Math.min(longest, Math.max(12, left - 20)) };
}

function shownRows(sheet: Sheet, rows: Row[]): Row[] {
  return sheet.verbose ? rows : rows.filter(troubled);
}

function chapterLines(sheet: Sheet, columns: Columns, chapter: Chapter): string[] {
  const shown = shownRows(sheet, chapter.rows);
  const more = restOf(chapter.rows.filter((row) => !shown.includes(row)));
  const size = several(chapter.rows.length, 'requirement');
  const name = pad(chapter.name, columns.left - size.length - GAP.length);
  const cells = columns.versions.map((version) => chapterCell(sheet, columns, chapter, version));
  return [
    line(`${sheet.paint.strong(name)}${GAP}${sheet.paint.faint(size)}`, cells),
    ...shown.map((row) => requirementLine(sheet, columns, row)),
    ...(shown.length > 0 && more !== '' ? [sheet.paint.faint(`  and ${more}`)] : []),
  ];
}

function chapterCell(sheet: Sheet, columns: Columns, { rows }: Chapter, version: Version): string {
  const verdicts = rows.flatMap((row) => row.results.get(version)?.verdict ?? []);
  const told = TELLING.find((verdict) => verdicts.includes(verdict));
  if (told === undefined) return ' '.repeat(columns.cell);
  if (told === 'not-applicable') return sign(sheet, columns, told);
  const count = String(verdicts.filter((verdict) => verdict === told).length);
  const text = `${SYMBOLS[told]} ${count.padStart(columns.cell - 2)}`;
  return sheet.paint.verdict[told](text);
}

function requirementLine(sheet: Sheet, columns: Columns, { requirement, results }: Row): string {
  const id = pad(requirement.id, columns.id);
  const title = pad(requirement.title, columns.left - columns.id - 2 * GAP.length);
  const cells = columns.versions.map((version) => {
    const result = results.get(version);
    return result ? sign(sheet, columns, result.verdict) : ' '.repeat(columns.cell);
  });
  return line(`${GAP}${id}${GAP}${sheet.paint.faint(title)}`, cells);
}

function sign(sheet: Sheet, columns: Columns, verdict: Verdict): string {
  return sheet.paint.verdict[verdict](SYMBOLS[verdict]) + ' '.repeat(columns.cell - 1);
}

/** What became of the requirements of a chapter that have no line of their own. */
function restOf(rows: Row[]): string {
  const told = rows.map(({ results }) => {
    const verdicts = [...results.values()].map(({ verdict }) => verdict);
    return TELLING.find((verdict) => verdicts.includes(verdict));
  });
  return TELLING.flatMap((verdict) => {
    const count = told.filter((each) => each === verdict).length;
    if (count === 0) return [];
    if (verdict !== 'pass') return `${count} ${verdict}`;
    return `${count} more that ${count === 1 ? 'holds' : 'hold'}`;
  }).join(', ');
}

function totalLines(sheet: Sheet, columns: Columns): string[] {
  const { countsByVersion } = sheet.report;
  const seen = VERDICTS.filter((verdict) =>
    columns.versions.some((version) => (countsByVersion[version]?.[verdict] ?? 0) > 0),
  );
  return seen.map((verdict) => {
    const brush = sheet.paint.verdict[verdict];
    const name = pad(verdict, 'not-applicable'.length);
    const meaning = pad(MEANINGS[verdict], columns.left - name.length - 2 - GAP.length);
    const cells = columns.versions.map((version) => {
      const count = countsByVersion[version]?.[verdict] ?? 0;
      const text = String(count).padStart(columns.cell);
      return count === 0 ? sheet.paint.faint(text) : brush(text);
    });
    return line(
      `${brush(SYMBOLS[verdict])} ${brush(name)}${GAP}${sheet.paint.faint(meaning)}`,
      cells,
    );
  });
}

function line(left: string, cells: string[]): string {
  return [left, ...cells].join(GAP).trimEnd();
}
