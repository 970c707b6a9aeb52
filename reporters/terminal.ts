import type { Report } from '../harness/report.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { printable } from './printable.js';
import { baselineProblemLines, expectedLines } from './terminal/baseline.js';
import { findingsLines, sharedCauseLines, titleLines } from './terminal/findings.js';
import { observationLines, uncheckedLines } from './terminal/lists.js';
import { matrixLines } from './terminal/matrix.js';
import { createPaint, ruled, type Sheet, widthOf } from './terminal/sheet.js';
import { cut, hang } from './terminal/text.js';
import { nextStepLines, verdictLines } from './terminal/verdict.js';
import { advisoryNote, advisoryOf } from './view/advisory.js';
import { FINDING_SIGNS, outcomeOf } from './view/findings.js';
import { headFacts, headWarnings } from './view/head.js';
import { scanLines } from './view/scan.js';
import { unsteadyLines } from './view/unsteady.js';
import { writesLines } from './view/writes.js';

/** The lines of a terminal for one unsteady requirement: what was seen may be a whole object. */
const UNSTEADY = 2;

/** How the report is to look. */
export interface TerminalOptions {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 110 columns are used; infinite where it is none. */
  columns: number;
  /** Show every requirement, every violation and every observation. */
  verbose: boolean;
  /** How the user starts this program, for the commands to run next; see `INSTALLED_PROGRAM`. */
  program?: string;
}

/**
 * The report as text for a terminal or a log; last what to act on: the failing ids, the commands to run
 * next, and the verdict with its scope.
 * Text that came from the instance is made harmless.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const sheet = sheetOf(report, options);
  const lines = [
    ...headerLines(sheet),
    ...baselineProblemLines(sheet),
    ...matrixLines(sheet),
    ...sharedCauseLines(sheet),
    ...FINDING_SIGNS.flatMap((sign) => findingsLines(sheet, sign)),
    ...expectedLines(sheet),
    ...listed(sheet, 'exhaustive scan', scanLines(report)),
    ...uncheckedLines(sheet),
    ...observationLines(sheet),
    ...advisoryLines(sheet),
    ...listed(
      sheet,
      'unsteady: holds, but not when first checked',
      unsteadyLines(report),
      UNSTEADY,
    ),
    ...listed(sheet, 'writes', writesLines(report, sheet.program)),
    ...nextStepLines(sheet),
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

function sheetOf(
  report: Report,
  { columns, verbose, colour, program = INSTALLED_PROGRAM }: TerminalOptions,
): Sheet {
  return { report, width: widthOf(columns), verbose, paint: createPaint(colour), program };
}

/** What was tested, as whom, at what cost; and what limits the meaning of the rest. */
function headerLines({ report, width, paint }: Sheet): string[] {
  const { name, version } = report.tool;
  return [
    paint.strong(cut(`${name} ${version}`, width)),
    ...headFacts(report).flatMap(([label, value]) => hang(`  ${label.padEnd(8)}  `, value, width)),
    ...headWarnings(report).flatMap((text) => [
      '',
      ...hang('! ', text, width).map(paint.verdict.warn),
    ]),
  ];
}

/** A part that is a list of lines, each of at most `most` unless verbose; nothing where there are none. */
function listed(sheet: Sheet, title: string, lines: readonly string[], most?: number): string[] {
  if (lines.length === 0) return [];
  const limit = sheet.verbose ? undefined : most;
  const hung = lines.flatMap((line) => hang('  ', line, sheet.width, limit));
  return [...ruled(sheet, title), '', ...hung];
}

/** What does not hold of client contracts and of requirements added later, apart from the verdict. */
function advisoryLines(sheet: Sheet): string[] {
  const { width, paint, program } = sheet;
  return advisoryOf(sheet.report).flatMap((view) => [
    ...ruled(sheet, `${view.name}: ${view.says}`),
    '',
    ...hang('', advisoryNote(view, program), width).map(paint.faint),
    ...view.findings.flatMap(({ id, sign, versions, breaks, why, commands }) => {
      const where = `${outcomeOf(sign)} in ${versions.join(' ')}`;
      const says = breaks.length === 0 ? where : `${where}, breaks ${breaks.join(', ')}`;
      return [
        '',
        ...titleLines(sheet, sign, id, says),
        ...hang('    ', why, width, 4).map(paint.verdict[sign]),
        ...commands.map((curl) => `    ${printable(curl)}`),
      ];
    }),
  ]);
}
