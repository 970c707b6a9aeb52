import type { LeftBehind, ReportedWrites, Restored } from '../../harness/writing/outcome.js';
import { number, several } from './quantities.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** What became of what the run wrote, in a few lines; nothing for a run that wrote nothing. */
export function writesLines(sheet: Sheet): string[] {
  const { writes } = sheet.report;
  if (writes === undefined) return [];
  return [
    ...ruled(sheet, 'what was written'),
    '',
    ...restorationLines(writes).flatMap((line) => hang('  ', line, sheet.width)),
    ...journalLine(writes).flatMap((line) => hang('  ', line, sheet.width)),
  ];
}

/** What restoring came to, a line for each thing that is not as it was. */
export function restorationLines({ restored, notRestored, leftBehind }: Restored): string[] {
  const head =
    notRestored.length === 0
      ? `all is as it was${leftBehind.length > 0 ? ', but for what cannot be undone' : ''}`
      : `${several(notRestored.length, 'value')} not restored`;
  return [
    `${head} (put back or removed: ${number(restored)})`,
    ...notRestored.map(({ url, field, why }) => `not restored: ${field} of ${url}: ${why}`),
    ...leftLines(leftBehind),
  ];
}

/** What is left, a line for each kind and reason. */
function leftLines(leftBehind: readonly LeftBehind[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { kind, url, why } of leftBehind) {
    const group = `left behind, ${kind}: ${why}`;
    groups.set(group, [...(groups.get(group) ?? []), url]);
  }
  return [...groups].map(([group, urls]) => `${group}: ${urls.join(' ')}`);
}

function journalLine({ journal }: ReportedWrites): string[] {
  if (journal === undefined) return [];
  return [`the journal is kept: conformance restore ${journal} tries again`];
}
