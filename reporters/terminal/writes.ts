import { restoreLine } from '../../harness/shell.js';
import type { LeftBehind, ReportedWrites, Restored } from '../../harness/writing/outcome.js';
import { number, several } from './quantities.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** What became of what the run wrote, in a few lines; nothing for a run that wrote nothing. */
export function writesLines(sheet: Sheet): string[] {
  const { writes, target } = sheet.report;
  if (writes === undefined) return [];
  return [
    ...ruled(sheet, 'what was written'),
    '',
    ...restorationLines(writes).flatMap((line) => hang('  ', line, sheet.width)),
    ...journalLine(writes, target.baseUrl).flatMap((line) => hang('  ', line, sheet.width)),
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
  const groups = new Map<string, Pick<LeftBehind, 'kind' | 'why'> & { urls: string[] }>();
  for (const { kind, url, why } of leftBehind) {
    const urls = groups.get(`${kind} ${why}`)?.urls ?? [];
    groups.set(`${kind} ${why}`, { kind, why, urls: [...urls, url] });
  }
  return [...groups.values()].map(
    ({ kind, why, urls }) => `${whatStays(kind, urls.length)}, since ${why}: ${urls.join(' ')}`,
  );
}

/** Events have no address each, so they are not counted by their addresses. */
function whatStays(kind: LeftBehind['kind'], count: number): string {
  if (kind === 'event') return 'events of this run stay';
  return `${several(count, kind)} of this run ${count === 1 ? 'stays' : 'stay'}`;
}

function journalLine({ journal }: ReportedWrites, baseUrl: string): string[] {
  if (journal === undefined) return [];
  return [`the journal is kept: ${restoreLine(baseUrl, journal)} tries again`];
}
