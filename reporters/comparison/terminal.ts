import type { Comparison, Subject } from '../../analysis/comparison/comparison.js';
import { badgeLine } from '../terminal/badge-line.js';
import { createPaint, type Paint } from '../terminal/sheet.js';
import { cut, hang } from '../terminal/text.js';
import { tellingOf } from './telling.js';
import { matrixLines } from './terminal-matrix.js';
import { type ComparisonSheet, stepLines } from './terminal-part.js';
import { statementsOf, VERDICT_WORDS } from './words.js';

/** Narrower, the matrix would not fit; wider, lines would be hard to read. */
const NARROWEST = 60;
const WIDEST = 110;

/** How the comparison is to look. */
export interface ComparisonLook {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal; between 60 and 110 columns are used. */
  columns: number;
}

/**
 * The comparison as a text for people at a terminal: what is compared, what could not be, the
 * verdicts beside each other, what changed and what it means for a client, and in the last line
 * whether a MUST regressed. Whatever came from a file is made harmless.
 */
export function renderComparison(comparison: Comparison, look: ComparisonLook): string {
  const sheet: ComparisonSheet = {
    comparison,
    width: Math.min(WIDEST, Math.max(NARROWEST, look.columns)),
    paint: createPaint(look.colour),
  };
  const lines = [
    ...headLines(sheet),
    ...caveatLines(sheet),
    ...matrixLines(sheet),
    ...tellingOf(comparison).flatMap((step) => stepLines(sheet, step)),
    ...conclusionLines(sheet),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ comparison, width, paint }: ComparisonSheet): string[] {
  const { of, subjects } = comparison;
  const [first] = subjects;
  if (of === 'versions' && first !== undefined) {
    const versions = subjects.map(({ name }) => name).join(' → ');
    return [
      paint.strong(cut(`versions ${versions}`, width)),
      ...hang('  instance  ', first.baseUrl, width),
      ...hang('  report    ', reportText(first), width),
    ];
  }
  return subjects.flatMap((subject) => {
    const [line = '', ...more] = hang(`${subject.name}  `, subject.baseUrl, width);
    return [
      paint.strong(line),
      ...more,
      ...hang('   ', reportText(subject), width).map(paint.faint),
      ...hang('   ', `${subject.versionsOffered.join(' ') || 'none'} offered`, width).map(
        paint.faint,
      ),
    ];
  });
}

function reportText({ file, startedAt, tool, verdict, interrupted }: Subject): string {
  const when = startedAt.slice(0, '2026-01-02T03:04'.length).replace('T', ' ');
  return `${file}, ${when}, ${tool}, ${interrupted ? 'interrupted' : verdict}`;
}

function caveatLines({ comparison, width, paint }: ComparisonSheet): string[] {
  return comparison.caveats.flatMap((caveat) => [
    '',
    ...hang('! ', caveat, width).map(paint.verdict.warn),
  ]);
}

const BADGES: Record<Comparison['verdict'], keyof Paint['badge']> = {
  regressed: 'bad',
  incomplete: 'open',
  'not-regressed': 'good',
};

function conclusionLines({ comparison, width, paint }: ComparisonSheet): string[] {
  const { verdict } = comparison;
  const word = VERDICT_WORDS[verdict];
  return ['', badgeLine(paint, BADGES[verdict], word, statementsOf(comparison), width)];
}
