import type { Comparison } from '../../analysis/comparison/comparison.js';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import { badgeLines, createPaint, widthOf } from '../terminal/sheet.js';
import { cut, hang } from '../terminal/text.js';
import { stepViews } from './news.js';
import { matrixLines } from './terminal-matrix.js';
import { type ComparisonSheet, stepLines } from './terminal-part.js';
import { clientLines, statementsOf, subjectText, VERDICT_WORDS } from './words.js';

/** How the comparison is to look. */
export interface ComparisonLook {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 110 columns are used; infinite where it is none. */
  columns: number;
  /** How the user starts this program; see `INSTALLED_PROGRAM`. */
  program?: string;
}

/**
 * The comparison as a text for people at a terminal: what is compared, what could not be, the
 * verdicts beside each other, what changed and what it means for a client, and in the last line
 * whether a MUST regressed. Whatever came from a file is made harmless.
 */
export function renderComparison(comparison: Comparison, look: ComparisonLook): string {
  const sheet: ComparisonSheet = {
    comparison,
    width: widthOf(look.columns),
    paint: createPaint(look.colour),
  };
  const lines = [
    ...clientLines(comparison).flatMap(({ text, tone }) => [
      ...hang('', text, sheet.width).map(sheet.paint.tone[tone]),
      '',
    ]),
    ...headLines(sheet),
    ...caveatLines(sheet),
    ...matrixLines(sheet),
    ...stepViews(comparison, look.program ?? INSTALLED_PROGRAM).flatMap((step) =>
      stepLines(sheet, step),
    ),
    ...conclusionLines(sheet),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ comparison, width, paint }: ComparisonSheet): string[] {
  const { of, subjects } = comparison;
  const [first] = subjects;
  if (of === 'versions' && first !== undefined) {
    const versions = subjects.map(({ name }) => name).join(' → ');
    const { heading, run } = subjectText(first);
    return [
      paint.strong(cut(`versions ${versions}`, width)),
      ...hang('  instance  ', heading, width),
      ...hang('  report    ', run, width),
    ];
  }
  return subjects.flatMap((subject) => {
    const { heading, run, offered } = subjectText(subject);
    const [line = '', ...more] = hang(`${subject.name}  `, heading, width);
    return [
      paint.strong(line),
      ...more,
      ...hang('   ', run, width).map(paint.faint),
      ...hang('   ', offered, width).map(paint.faint),
    ];
  });
}

function caveatLines({ comparison, width, paint }: ComparisonSheet): string[] {
  return comparison.caveats.flatMap((caveat) => [
    '',
    ...hang('! ', caveat, width).map(paint.verdict.warn),
  ]);
}

function conclusionLines(sheet: ComparisonSheet): string[] {
  const { comparison } = sheet;
  const { verdict } = comparison;
  const { word, tone } = VERDICT_WORDS[verdict];
  return ['', ...badgeLines(sheet, tone, word, statementsOf(comparison))];
}
