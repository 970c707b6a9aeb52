import type { SeenField } from '../harness/report.js';
import { createPaint, type Paint, widthOf } from '../reporters/terminal/sheet.js';
import { cut, hang, pad } from '../reporters/terminal/text.js';
import {
  type FieldForm,
  type FieldMismatch,
  type FieldRow,
  formsOf,
  MISMATCHES,
  mismatchCount,
  mismatchOf,
  SEEN_MEANINGS,
  seenSign,
} from '../reporters/view/fields.js';
import { inOrder } from '../reporters/view/version-range.js';
import type { Version } from '../specification/versions.js';

/** Wider, the eye loses the line. */
const WIDEST = 80;

/** Columns of one version: blanks, the sign, its mark. */
const CELL = 6;

/** Columns that the names of fields get at the least and, on a terminal, at the most. */
const NAMES = { least: 30, most: 50 };

const KINDS: readonly FieldMismatch[] = ['addition', 'premature', 'missing'];

/** How the table is to look. */
export interface TableOptions {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 80 columns are used; infinite where it is none. */
  columns: number;
}

interface Table {
  paint: Paint;
  width: number;
  versions: readonly Version[];
  names: number;
}

/**
 * The fields as a table for each resource: a line for each field, a column for each version; then each
 * mismatch with the specification once more, and last how many there are. Names of fields come from the
 * instance and are made harmless.
 */
export function renderFieldTable(fields: readonly SeenField[], options: TableOptions): string {
  const width = widthOf(options.columns, WIDEST);
  const versions = inOrder(fields.map(({ version }) => version));
  const longest = Math.max(0, ...fields.map(({ field }) => field.length + 6));
  const most = Number.isFinite(width) ? NAMES.most : longest;
  const names = Math.min(width - versions.length * CELL, most, Math.max(NAMES.least, longest));
  const table: Table = { paint: createPaint(options.colour), width, versions, names };
  const forms = formsOf(fields);
  const seen = forms.filter(({ isSeen }) => isSeen);
  const unseen = forms.filter(({ isSeen }) => !isSeen);
  const count = mismatchCount(forms, versions);
  const lines = [
    ...legend(table),
    ...seen.flatMap((form, index) => formLines(table, form, seen[index - 1])),
    '',
    ...(unseen.length === 0
      ? []
      : [
          ...hang(
            'No object seen of: ',
            unseen.map(({ resource, form }) => `${resource} ${form}`).join(', '),
            width,
          ).map(table.paint.faint),
          '',
        ]),
    ...KINDS.flatMap((kind) => mismatchLines(table, forms, kind)),
    table.paint.look[count.startsWith('no ') ? 'pass' : 'fail'](count),
  ];
  return `${lines.join('\n')}\n`;
}

function legend({ paint, width }: Table): string[] {
  const signs = Object.entries(SEEN_MEANINGS).map(([sign, says]) => `${sign} ${says}`);
  return [
    ...hang('', signs.join('   '), width).map(paint.faint),
    ...KINDS.toReversed().flatMap((kind) => {
      const { mark, says } = MISMATCHES[kind];
      return hang(`${mark} `, says, width).map(brushFor(paint, kind));
    }),
  ];
}

/** An addition is allowed, and no reason for alarm. */
function brushFor({ look }: Paint, kind: FieldMismatch) {
  return kind === 'addition' ? look.warn : look.fail;
}

function formLines(table: Table, form: FieldForm, before: FieldForm | undefined): string[] {
  const { paint, versions, names } = table;
  const isFirst = before?.resource !== form.resource;
  const name = cut(form.resource, names - 1);
  const head = pad(`${name} ${'─'.repeat(names)}`, names).replace('…', '─');
  const columns = versions.map((version) => version.padStart(CELL)).join('');
  return [
    ...(isFirst ? ['', paint.strong(`${head}${columns}`)] : []),
    `  ${paint.faint(cut(form.form, names))}`,
    ...form.rows.map((row) => rowLine(table, row)),
  ];
}

/** The sign stands below the point of the version's number; its mark follows. */
function rowLine({ paint, versions, names }: Table, row: FieldRow): string {
  const cells = versions.map((version) => {
    const sign = seenSign(row.cells.get(version));
    const kind = mismatchOf(row, version);
    const blanks = ' '.repeat(CELL - 2);
    if (kind !== undefined) return blanks + brushFor(paint, kind)(sign + MISMATCHES[kind].mark);
    return `${blanks}${sign === '●' ? paint.look.pass(sign) : paint.faint(sign)} `;
  });
  const differs = versions.some((version) => mismatchOf(row, version) !== undefined);
  const name = pad(`    ${row.field}`, names);
  return `${differs ? paint.strong(name) : name}${cells.join('')}`.trimEnd();
}

function mismatchLines(table: Table, forms: readonly FieldForm[], kind: FieldMismatch): string[] {
  const { paint, width, versions } = table;
  const found = forms.flatMap(({ resource, form, rows }) =>
    rows.flatMap((row) => {
      const where = versions.filter((version) => mismatchOf(row, version) === kind);
      if (where.length === 0) return [];
      return hang('    ', `${resource} ${form}: ${row.field} in ${where.join(' ')}`, width);
    }),
  );
  if (found.length === 0) return [];
  const { mark, says } = MISMATCHES[kind];
  return [...hang(`${mark} `, says, width).map(brushFor(paint, kind)), ...found, ''];
}
