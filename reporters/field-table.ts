import stringWidth from 'string-width';
import type { SeenField } from '../harness/report.js';
import type { Version } from '../specification/versions.js';
import { brushFor, DEPARTURES, endLines, type Look } from './field-table-end.js';
import { departureOf, grouped, isMet, type Row, rowsOf } from './field-table-rows.js';
import { createPaint, type Paint, widthOf } from './terminal/sheet.js';
import { cut, hang, pad } from './terminal/text.js';
import { inOrder } from './view/version-range.js';

/** Wider, the eye loses the line. */
const WIDEST = 80;

/** Columns of one version: blanks, the sign, its mark. */
const CELL = 6;

/** Columns that the names of fields get at the least and, where the width allows it, at the most. */
const NAMES = { least: 30, most: 50 };

/** How the table is to look. */
export interface TableOptions {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 80 columns are used; infinite where it is none. */
  columns: number;
}

/** The table needs to know where its columns stand. */
interface Table extends Look {
  names: number;
}

/**
 * The fields as one table a resource: a line a field, a column a version, then each departure from
 * the specification once more, and in the last line how many there are. Names of fields come from
 * the instance and are made harmless.
 */
export function renderFieldTable(fields: readonly SeenField[], options: TableOptions): string {
  const width = widthOf(options.columns, WIDEST);
  const versions = inOrder(fields.map(({ version }) => version));
  const rows = rowsOf(fields);
  const longest = Math.max(0, ...rows.map(({ field }) => field.length + 6));
  const most = Number.isFinite(width) ? NAMES.most : longest;
  const names = Math.min(width - versions.length * CELL, most, Math.max(NAMES.least, longest));
  const table: Table = { paint: createPaint(options.colour), width, versions, names };
  const lines = [
    ...legend(table),
    ...grouped(rows, 'resource').flatMap(([name, own]) => resourceLines(table, name, own)),
    ...endLines(table, rows),
  ];
  return `${lines.join('\n')}\n`;
}

function legend({ paint, width }: Table): string[] {
  const kinds = ['missing', 'premature', 'addition'] as const;
  return [
    '● always there   ◐ sometimes   ○ never   ? nothing was met that could have it',
    '· not declared for this version, and not there',
  ]
    .flatMap((text) => hang('', text, width))
    .map(paint.faint)
    .concat(
      kinds.flatMap((kind) => {
        const { mark, says } = DEPARTURES[kind];
        return hang(`${mark} `, says, width).map(brushFor(paint, kind));
      }),
    );
}

function resourceLines(table: Table, resource: string, rows: readonly Row[]): string[] {
  const { paint, versions, names } = table;
  const forms = grouped(rows, 'form').filter(([, own]) => isMet(own));
  if (forms.length === 0) return [];
  const name = cut(resource, names - 1);
  const rule = '─'.repeat(Math.max(0, names - stringWidth(name) - 1));
  const head = versions.map((version) => version.padStart(CELL)).join('');
  return [
    '',
    `${paint.strong(name)} ${paint.faint(rule)}${paint.strong(head)}`,
    ...forms.flatMap(([form, own]) => [
      `  ${paint.faint(cut(form, names))}`,
      ...own.map((row) => rowLine(table, row)),
    ]),
  ];
}

function rowLine({ paint, versions, names }: Table, row: Row): string {
  const name = pad(`    ${row.field}`, names);
  const departs = versions.some((version) => departureOf(row, version) !== undefined);
  const cells = versions.map((version) => cell(paint, row, version)).join('');
  return `${departs ? paint.strong(name) : name}${cells}`.trimEnd();
}

/** The sign stands below the point of the version's number; its mark follows. */
function cell(paint: Paint, row: Row, version: Version): string {
  const sign = signOf(row.cells.get(version));
  const departure = departureOf(row, version);
  const blanks = ' '.repeat(CELL - 2);
  if (departure !== undefined) {
    return blanks + brushFor(paint, departure)(`${sign}${DEPARTURES[departure].mark}`);
  }
  return `${blanks}${sign === '●' ? paint.verdict.pass(sign) : paint.faint(sign)} `;
}

function signOf(own: SeenField | undefined): string {
  if (own === undefined) return '·';
  if (own.seen === 'always') return '●';
  if (own.seen === 'sometimes') return '◐';
  if (!own.declared) return '·';
  return own.seen === 'never' ? '○' : '?';
}
