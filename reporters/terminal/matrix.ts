import stringWidth from 'string-width';
import type { Matrix, MatrixGroup } from '../document.js';
import { countText, listed, several } from '../view/words.js';
import type { Sheet } from './sheet.js';
import { pad, wrap } from './text.js';

/** Signs that a cell counts, if there is room for the names of groups beside them, and skipped groups named. */
const [MOST_SIGNS, MOST_NAMED] = [4, 5];

/** What a cell of a group that was skipped counts; a version without rows of the group has nothing. */
const SKIPPED: readonly unknown[] = ['skipped', 'not-applicable', undefined];

/** Columns between two cells, and those of the names at the least and as a rule. */
const GAP = '  ';
const LEAST_LEFT = 20;
const USUAL_LEFT = 42;

interface Columns {
  left: number;
  cell: number;
  signs: number;
}

/**
 * The compatibility matrix: a column for each version, a line for each group, below it a line for each of
 * its requirements that was found to be wrong (every one, if all is shown), and the totals, which explain the
 * signs. Groups that were skipped share one line.
 */
export function matrixLines(sheet: Sheet, matrix: Matrix): string[] {
  const { paint } = sheet;
  const groups = matrix.groups.filter(
    ({ cells }) =>
      sheet.verbose || cells.some(({ counts: [worst] }) => !SKIPPED.includes(worst?.mark.look)),
  );
  const left = matrix.groups.filter((each) => !groups.includes(each)).map(({ name }) => name);
  const skipped = `${several(left.length, 'group')} skipped: ${listed(left, MOST_NAMED)}`;
  const columns = shareOut(sheet, { ...matrix, groups }, MOST_SIGNS);
  const row = (label: string, cells: readonly string[]) =>
    line(paint.strong(pad(label, columns.left)), cells);
  const filled = (text: string) => text.padEnd(columns.cell);
  const isRoomy = matrix.totals.every((total) => labelOf(total).length <= columns.left);
  const legend = matrix.totals.map(({ mark, meaning }) => `${mark.symbol} ${meaning}`);
  return [
    row(
      '',
      matrix.versions.map(({ version }) => paint.strong(filled(version))),
    ),
    ...groups.flatMap((group) => groupLines(sheet, columns, group)),
    ...(left.length === 0 ? [] : wrap(skipped, sheet.width).map(paint.faint)),
    '',
    row(
      'conformant',
      matrix.versions.map(({ conformant, tone }) => paint.look[tone](filled(conformant))),
    ),
    row(
      'requirements checked',
      matrix.versions.map(({ checked }) => filled(checked)),
    ),
    ...matrix.totals.map((total) => {
      const brush = paint.look[total.mark.look];
      const cells = total.counts.map((count) =>
        (count ? brush : paint.faint)(filled(countText(count))),
      );
      const label = isRoomy ? labelOf(total) : `${total.mark.symbol} ${total.mark.word}`;
      return line(brush(pad(label, columns.left)), cells);
    }),
    ...(isRoomy ? [] : wrap(legend.join(', '), sheet.width).map(paint.faint)),
  ];
}

function shareOut(sheet: Sheet, matrix: Matrix, signs: number): Columns {
  const { versions, groups, totals } = matrix;
  // All cells at once may be more than a function takes.
  const cells = groups.map((group) =>
    Math.max(...group.cells.map((each) => stringWidth(textOf(each, signs)))),
  );
  const cell = Math.max(5, ...versions.map(({ checked }) => checked.length), ...cells);
  const room = sheet.width - versions.length * (cell + GAP.length);
  if (room < LEAST_LEFT && signs > 1) return shareOut(sheet, matrix, signs - 1);
  const names = groups.flatMap(({ name, rows }) => [
    stringWidth(name) + sizeOf(rows).length + GAP.length,
    ...shownRows(sheet, rows).map(({ id }) => id.length + 2),
  ]);
  const legend = totals.map((total) => labelOf(total).length);
  const left = Math.max(12, Math.min(room, Math.max(USUAL_LEFT, ...legend, ...names)));
  return { cell, left, signs };
}

function sizeOf(rows: MatrixGroup['rows']): string {
  return several(rows.length, 'requirement');
}

function shownRows({ verbose }: Sheet, rows: MatrixGroup['rows']): MatrixGroup['rows'] {
  return verbose ? rows : rows.filter(({ isOpen }) => isOpen);
}

function groupLines(sheet: Sheet, columns: Columns, group: MatrixGroup): string[] {
  const { paint } = sheet;
  const { name, rows } = group;
  const size = sizeOf(rows);
  const room = columns.left - size.length - GAP.length;
  const label =
    room < name.length
      ? paint.strong(pad(name, columns.left))
      : `${paint.strong(pad(name, room))}${GAP}${paint.faint(size)}`;
  const cells = group.cells.map((each) => {
    const shown = shownIn(each, columns.signs);
    const text = shown.map((one) => paint.look[one.mark.look](counted(one))).join(' ');
    return text + ' '.repeat(columns.cell - stringWidth(textOf(each, columns.signs)));
  });
  return [
    line(label, cells),
    ...shownRows(sheet, rows).map(({ id, cells: own }) =>
      line(
        pad(`  ${id}`, columns.left),
        own.map((mark) =>
          mark === undefined
            ? ' '.repeat(columns.cell)
            : paint.look[mark.look](mark.symbol) + ' '.repeat(columns.cell - 1),
        ),
      ),
    ),
  ];
}

/** The signs of a cell that are counted; of more than there is room for the passes stay. */
function shownIn({ counts }: MatrixGroup['cells'][number], most: number) {
  const passes = counts.slice(most).filter(({ mark }) => mark.look === 'pass');
  return [...counts.slice(0, most - passes.length), ...passes];
}

function textOf(cell: MatrixGroup['cells'][number], most: number): string {
  return shownIn(cell, most).map(counted).join(' ');
}

function counted({ mark, count }: MatrixGroup['cells'][number]['counts'][number]): string {
  return mark.look === 'not-applicable' ? mark.symbol : `${mark.symbol}${count}`;
}

function labelOf({ mark, meaning }: Matrix['totals'][number]): string {
  return `${mark.symbol} ${mark.word.padEnd('not-applicable'.length)}${GAP}${meaning}`;
}

function line(left: string, cells: readonly string[]): string {
  return [left, ...cells].join(GAP).trimEnd();
}
