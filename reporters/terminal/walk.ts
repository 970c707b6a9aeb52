import { openLists, walkSentence } from '../walk.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** What was walked over, and what was not walked to its end; nothing for a run that did not walk. */
export function walkLines(sheet: Sheet): string[] {
  const { walk } = sheet.report;
  if (walk === undefined) return [];
  return [
    ...ruled(sheet, 'whole lists'),
    '',
    ...[walkSentence(walk), ...openLists(walk)].flatMap((line) => hang('  ', line, sheet.width)),
  ];
}
