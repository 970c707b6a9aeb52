import { extensionsOf, NO_PART, type ToldExtension } from '../extensions.js';
import { findingsLines } from './findings.js';
import { matrixLines } from './matrix.js';
import { observationLines } from './observations.js';
import { remainderLines } from './remainder.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** What was judged beside the specification: a part for each suite, with all that a report has. */
export function extensionLines(sheet: Sheet): string[] {
  return extensionsOf(sheet.report).flatMap((extension) => linesOf(sheet, extension));
}

function linesOf(sheet: Sheet, { suite, says, report }: ToldExtension): string[] {
  const own: Sheet = { ...sheet, report };
  return [
    ...ruled(sheet, `the suite ${suite}: ${says}`),
    '',
    ...hang('', NO_PART, sheet.width).map(sheet.paint.faint),
    ...matrixLines(own),
    ...findingsLines(own, 'fail'),
    ...findingsLines(own, 'error'),
    ...findingsLines(own, 'warn'),
    ...remainderLines(own),
    ...observationLines(own),
  ];
}
