import { printable } from '../printable.js';
import { advisoryOf } from '../view/advisory.js';
import { nextStepsOf } from '../view/next-steps.js';
import { number } from '../view/quantities.js';
import { summaryOf } from '../view/summary.js';
import { badgeLines, ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** Failing ids listed. */
const MOST_IDS = 40;

/** The verdict with its scope, how much was checked, and what makes it; the last of the report. */
export function verdictLines(sheet: Sheet): string[] {
  const { report } = sheet;
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const versions = report.target.versionsExamined.join(' ');
  const beside = advisoryOf(report).map(({ name, says }) => `${name}: ${says}`);
  const facts = [...reasons, checked, versions, ...beside];
  return badgeLines(sheet, tone, name, [`(${scope})`, ...facts]);
}

/** What to act on: the ids that fail, each with its versions, and the commands to run next. */
export function nextStepLines({ report, paint, width, program }: Sheet): string[] {
  const { failing, commands } = nextStepsOf(report, program);
  if (commands.length === 0) return [];
  const shown = failing.slice(0, MOST_IDS);
  const more = failing.length - shown.length;
  const widest = Math.max(0, ...shown.map(([id]) => id.length));
  return [
    ...ruled({ width, paint }, 'next steps'),
    '',
    ...(failing.length > 0 ? ['  failing:'] : []),
    ...shown.flatMap(([id, versions]) =>
      hang(`    ${id.padEnd(widest)}  `, versions.join(' '), width),
    ),
    ...(more > 0 ? [paint.faint(`  and ${number(more)} more; --report RUN.json lists them`)] : []),
    ...(failing.length > 0 ? [''] : []),
    // A command is never wrapped: it is there to be pasted.
    ...commands.map(([label, command]) => `  ${label}: ${printable(command)}`),
  ];
}
