import type { Matrix } from '../../analysis/comparison/comparison.js';
import { hang, pad } from '../terminal/text.js';
import { groupedBy } from '../view/grouped-by.js';
import { SYMBOLS } from '../view/signs.js';
import type { ComparisonSheet } from './terminal-part.js';
import { verdictsIn } from './words.js';

/** Rows shown before the rest is left to a report. */
const ROWS = 40;

/** Columns that the ids of requirements get at the least. */
const IDS = 20;

const GAP = '  ';

/** The columns of one version, or of one subject where versions are compared. */
interface Group {
  head: string;
  under: string;
  columns: number[];
}

/**
 * The verdicts of what changed: a line a requirement, the subjects beside each other below each
 * version (`✓✗`: held in A, violated in B).
 */
export function matrixLines(sheet: ComparisonSheet): string[] {
  const { matrix, of } = sheet.comparison;
  if (matrix.rows.length === 0) return [];
  const groups = groupsOf(matrix, of === 'reports');
  const width = (group: Group) => Math.max(3, group.columns.length);
  const right = groups.reduce((sum, group) => sum + GAP.length + width(group), 0);
  const room = sheet.width - right;
  if (room < IDS) {
    const hint = 'The matrix is too wide for a terminal: --report FILE.html has it.';
    return ['', ...hang('', hint, sheet.width).map(sheet.paint.faint)];
  }
  const ids = matrix.rows.map(({ requirement }) => requirement.length);
  const left = Math.min(room, Math.max(...ids));
  const head = (told: (group: Group) => string) =>
    `${' '.repeat(left)}${groups.map((group) => GAP + pad(told(group), width(group))).join('')}`;
  const rest = matrix.rows.length - ROWS;
  return [
    '',
    sheet.paint.strong(head(({ head: name }) => name).trimEnd()),
    ...(of === 'reports' ? [sheet.paint.faint(head(({ under }) => under).trimEnd())] : []),
    ...matrix.rows.slice(0, ROWS).map(({ requirement, verdicts }) => {
      const cells = groups.map((group) => {
        const signs = group.columns.map((column) => {
          const verdict = verdicts[column] ?? undefined;
          return verdict === undefined ? ' ' : sheet.paint.verdict[verdict](SYMBOLS[verdict]);
        });
        return GAP + signs.join('') + ' '.repeat(width(group) - group.columns.length);
      });
      return `${pad(requirement, left)}${cells.join('')}`.trimEnd();
    }),
    ...legend(sheet),
    ...(rest > 0 ? [sheet.paint.faint(`and ${rest} more; --report FILE.html has them`)] : []),
  ];
}

/** What the signs that occur are called. */
function legend({ comparison, width, paint }: ComparisonSheet): string[] {
  const told = verdictsIn(comparison.matrix).map((verdict) => `${SYMBOLS[verdict]} ${verdict}`);
  return hang('', told.join('   '), width).map(paint.faint);
}

function groupsOf({ columns }: Matrix, byVersion: boolean): Group[] {
  const headOf = ({ version, subject }: Matrix['columns'][number]) =>
    byVersion ? version : subject;
  const numbered = columns.map((column, index) => ({ ...column, index }));
  return groupedBy(numbered, headOf).map((group) => ({
    head: headOf(group[0]),
    under: group.map(({ subject }) => subject.slice(0, 1)).join(''),
    columns: group.map(({ index }) => index),
  }));
}
