import stringWidth from 'string-width';
import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { isVacuous, NO_MATRIX } from '../view/caveats.js';
import {
  type Counted,
  countsIn,
  type Group,
  groupsOf,
  isReached,
  needsAttention,
  type Row,
  reasonOfAll,
} from '../view/groups.js';
import { several } from '../view/quantities.js';
import { MEANINGS, SIGNS, type Sign, SYMBOLS, signOf } from '../view/signs.js';
import { columnsOf } from '../view/version-range.js';
import { versionSummaries } from '../view/versions.js';
import type { Paint, Sheet } from './sheet.js';
import { cut, hang, pad } from './text.js';

/** Signs that a cell counts, if there is room for the names of groups beside them. */
const MOST_SIGNS = 3;

/** Columns between two cells, and those of the names at the least and as a rule. */
const GAP = '  ';
const LEAST_LEFT = 20;
const USUAL_LEFT = 42;

interface Columns {
  versions: readonly Version[];
  left: number;
  cell: number;
  signs: number;
}

/**
 * The compatibility matrix: a column for each version tested, a line for each group, below it a line
 * for each of its requirements that needs attention (every one, if verbose), and the totals, which
 * explain the signs. Groups that were not selected or not reached share one line. Without a matrix
 * where nearly nothing was checked: the head says why.
 */
export function matrixLines(sheet: Sheet): string[] {
  if (isVacuous(sheet.report)) return ['', ...hang('', NO_MATRIX, sheet.width)];
  const groups = groupsOf(sheet.report);
  const shown = groups.filter(isReached);
  const columns = shareOut(sheet, shown);
  const head = columns.versions.map((version) => version.padEnd(columns.cell));
  const left = groups.length - shown.length;
  return [
    '',
    sheet.paint.strong(line(' '.repeat(columns.left), head)),
    ...shown.flatMap((group) => groupLines(sheet, columns, group)),
    ...(left === 0
      ? []
      : [sheet.paint.faint(`${several(left, 'group')} not selected or not reached`)]),
    '',
    ...totalLines(sheet, columns),
  ];
}

function shareOut(sheet: Sheet, groups: readonly Group[], signs = MOST_SIGNS): Columns {
  const versions = columnsOf(sheet.report);
  const cells = groups.flatMap(({ rows }) =>
    versions.map((version) => stringWidth(textOf(countsIn(rows, version, signs)))),
  );
  const shares = versionSummaries(sheet.report).map(({ checked }) => checked.length);
  const cell = Math.max(5, ...shares, ...cells);
  const present = new Set(sheet.report.results.map(signOf));
  const legend = [...present].map((sign) => labelOf(sign).length);
  const names = groups.flatMap(({ name, rows }) => [
    stringWidth(name) + sizeOf(rows).length + GAP.length,
    ...shownRows(sheet, rows).map(({ requirement }) => requirement.id.length + 2),
  ]);
  const room = sheet.width - versions.length * (cell + GAP.length);
  if (room < LEAST_LEFT && signs > 1) return shareOut(sheet, groups, signs - 1);
  const left = Math.max(12, Math.min(room, Math.max(USUAL_LEFT, ...legend, ...names)));
  return { versions, cell, left, signs };
}

function sizeOf(rows: readonly Row[]): string {
  return several(rows.length, 'requirement');
}

function shownRows(sheet: Sheet, rows: readonly Row[]): Row[] {
  if (sheet.verbose) return [...rows];
  const open = rows.filter(needsAttention);
  return reasonOfAll(open) === undefined ? open : [];
}

function groupLines(sheet: Sheet, columns: Columns, { name, rows }: Group): string[] {
  const { paint } = sheet;
  const size = sizeOf(rows);
  const room = columns.left - size.length - GAP.length;
  const label =
    room < name.length
      ? paint.strong(pad(name, columns.left))
      : `${paint.strong(pad(name, room))}${GAP}${paint.faint(size)}`;
  const cells = columns.versions.map((version) => {
    const counts = countsIn(rows, version, columns.signs);
    const text = counts.map((each) => paint.verdict[each.sign](counted(each))).join(' ');
    return text + ' '.repeat(columns.cell - stringWidth(textOf(counts)));
  });
  const reason = sheet.verbose ? undefined : reasonOfAll(rows.filter(needsAttention));
  return [
    line(label, cells),
    ...shownRows(sheet, rows).map((row) => requirementLine(sheet, columns, row)),
    ...(reason === undefined ? [] : [paint.faint(cut(`  ? ${reason}`, sheet.width))]),
  ];
}

function textOf(counts: readonly Counted[]): string {
  return counts.map(counted).join(' ');
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

/** Whether each version conforms, the share of its requirements that was checked, and how often each sign occurs. */
function totalLines({ report, paint }: Sheet, columns: Columns): string[] {
  const verdicts = versionSummaries(report);
  const row = (label: string, cells: readonly string[]) =>
    line(paint.strong(pad(label, columns.left)), cells);
  return [
    row(
      'conformant',
      verdicts.map(({ conformant, tone }) => paint.tone[tone](conformant.padEnd(columns.cell))),
    ),
    row(
      'requirements checked',
      verdicts.map(({ checked }) => checked.padEnd(columns.cell)),
    ),
    ...signLines(report, paint, columns),
  ];
}

function signLines(report: Report, paint: Paint, columns: Columns): string[] {
  return SIGNS.flatMap((sign) => {
    const counts = columns.versions.map(
      (version) =>
        report.results.filter((result) => result.version === version && signOf(result) === sign)
          .length,
    );
    if (counts.every((count) => count === 0)) return [];
    const brush = paint.verdict[sign];
    const label = pad(labelOf(sign), columns.left);
    const cells = counts.map((count) => {
      const text = String(count).padEnd(columns.cell);
      return count === 0 ? paint.faint(text) : brush(text);
    });
    return [line(brush(label), cells)];
  });
}

function labelOf(sign: Sign): string {
  return `${SYMBOLS[sign]} ${sign.padEnd('not-applicable'.length)}${GAP}${MEANINGS[sign]}`;
}

function line(left: string, cells: readonly string[]): string {
  return [left, ...cells].join(GAP).trimEnd();
}
