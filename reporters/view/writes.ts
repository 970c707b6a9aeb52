import { groupedBy } from '../../harness/grouped-by.js';
import type { Report } from '../../harness/report.js';
import { restoreLine } from '../../harness/target.js';
import type { LeftBehind, Restored } from '../../harness/writing/outcome.js';
import { several } from './words.js';

/**
 * What became of what the run wrote: a line each; none for a run that wrote nothing. `program` is how the
 * user starts this program.
 */
export function writesLines({ writes, target }: Report, program: string): string[] {
  if (writes === undefined) return [];
  const { journal, notes = [] } = writes;
  return [
    ...notes,
    ...restorationLines(writes),
    ...(journal === undefined ? [] : [`to try again: ${restoreLine(program, target, journal)}`]),
  ];
}

/** Values named that were not restored; no run writes as many. */
const NOT_RESTORED = 500;

/** What was restored, what was not, and what remains because it cannot be deleted: a line each. */
export function restorationLines({
  restored,
  notRestored,
  leftBehind,
  gone = [],
}: Restored): string[] {
  if (restored + notRestored.length + leftBehind.length + gone.length === 0) {
    return ['nothing was written'];
  }
  const more = notRestored.length - NOT_RESTORED;
  const lost =
    notRestored.length > 0 ? `; ${several(notRestored.length, 'value')} not restored` : '';
  return [
    `restored or removed: ${several(restored, 'value or bundle', 'values and bundles')}${lost}`,
    ...notRestored
      .slice(0, NOT_RESTORED)
      .map(({ url, field, why }) => `not restored: ${field} of ${url}: ${why}`),
    ...(more > 0 ? [`and ${several(more, 'value')} more not restored`] : []),
    ...remaining(leftBehind),
    ...gone,
  ];
}

function remaining(leftBehind: readonly LeftBehind[]): string[] {
  return groupedBy(leftBehind, ({ kind, why }) => [kind, why]).map((group) => {
    const [first] = group;
    // Events have no URL each, so they cannot be counted by their URLs.
    const what =
      first.kind === 'event'
        ? 'events remain'
        : `${several(group.length, first.kind)} ${group.length === 1 ? 'remains' : 'remain'}`;
    return `${what} (${first.why}): ${bracedUrls(group.map(({ url }) => url)).join(' ')}`;
  });
}

/** URLs that differ in their last segment as one, as curl and shells expand it: `…/checks/{324,325}/`. */
function bracedUrls(urls: readonly string[]): string[] {
  const parts = urls.map((url) => /^(.*\/)(\d+)\/$/.exec(url) ?? [url, url, '']);
  return groupedBy(parts, ([, parent]) => parent).map((group) => {
    const names = group.map(([, , name]) => name);
    if (names.includes('')) return group[0][1] ?? '';
    return `${group[0][1]}${names.length === 1 ? names[0] : `{${names.join(',')}}`}/`;
  });
}
