import type { Report } from '../harness/report.js';
import { baselineProblemLines } from './terminal/baseline-problems.js';
import { expectedLines } from './terminal/expected.js';
import { extensionLines } from './terminal/extensions.js';
import { findingsLines, sharedCauseLines } from './terminal/findings.js';
import { headerLines } from './terminal/header.js';
import { matrixLines } from './terminal/matrix.js';
import { observationLines } from './terminal/observations.js';
import { remainderLines } from './terminal/remainder.js';
import { createPaint, type Sheet } from './terminal/sheet.js';
import { rerunLines, verdictLines } from './terminal/verdict.js';
import { walkLines } from './terminal/walk.js';
import { writesLines } from './terminal/writes.js';

/** Narrower, the matrix would not fit; wider, lines would be hard to read. */
const NARROWEST = 60;
const WIDEST = 110;

/** How the report is to look. */
export interface TerminalOptions {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 110 columns are used; infinite where it is none. */
  columns: number;
  /** Show every requirement, every violation and what was observed. */
  verbose: boolean;
}

/**
 * The report as a text for people at a terminal: what was examined, what departs from the baseline,
 * the compatibility matrix, each finding with its evidence, what is expected, what was not judged and
 * why, what was judged beside the specification, and the verdict in the last line.
 * Whatever came from the instance is made harmless.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const sheet = sheetOf(report, options);
  const lines = [
    ...headerLines(sheet),
    ...baselineProblemLines(sheet),
    ...matrixLines(sheet),
    ...sharedCauseLines(sheet),
    ...findingsLines(sheet, 'fail'),
    ...findingsLines(sheet, 'error'),
    ...findingsLines(sheet, 'warn'),
    ...expectedLines(sheet),
    ...walkLines(sheet),
    ...remainderLines(sheet),
    ...observationLines(sheet),
    ...extensionLines(sheet),
    ...writesLines(sheet),
    ...rerunLines(sheet),
    '',
    ...verdictLines(sheet),
  ];
  return `${lines.join('\n')}\n`;
}

/** The verdict with its scope alone, in one line. */
export function renderVerdict(report: Report, options: TerminalOptions): string {
  const sheet = sheetOf(report, { ...options, columns: Number.POSITIVE_INFINITY });
  return `${verdictLines(sheet).join('\n')}\n`;
}

function sheetOf(report: Report, { columns, verbose, colour }: TerminalOptions): Sheet {
  return { report, width: widthOf(columns), verbose, paint: createPaint(colour) };
}

function widthOf(columns: number): number {
  return Number.isFinite(columns) ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : columns;
}
