import { groupedBy } from '../../harness/grouped-by.js';
import type { Report, ReportedScan, ReportedViolation, ScannedList } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { number, several } from './words.js';

/** Violating objects named by their ids. */
const NAMED = 10;

/** How many objects have a violation, and which: `12,345 objects (id 3, 17, …)`; undefined if that adds nothing. */
export function objectsOf({ count, ids = [] }: ReportedViolation): string | undefined {
  const named = ids.slice(0, NAMED);
  if (count === undefined || (count === 1 && named.length === 0)) return undefined;
  if (named.length === 0) return several(count, 'object');
  return `${several(count, 'object')} (id ${named.join(', ')}${count > named.length ? ', …' : ''})`;
}

/** What an exhaustive scan covered, and each list that it did not read to the end: a line each. */
export function scanLines({ scan }: Pick<Report, 'scan'>): string[] {
  return scan === undefined ? [] : [scanSentence(scan), ...openLists(scan)];
}

function scanSentence({ sample, objects, lists }: ReportedScan): string {
  if (lists.length === 0) return 'No list was scanned: no selected requirement checks objects.';
  const open = lists.filter(({ complete }) => !complete).length;
  const what =
    sample === undefined ? 'every object' : `up to ${several(sample, 'object')} of each list`;
  const scanned = `${several(objects, 'object')} of ${several(lists.length, 'list')}`;
  if (open === 0) return `Selected: ${what}. All were checked: ${scanned}.`;
  return `Selected: ${what}. Checked: ${scanned}. ${several(open, 'list')} not read to the end: a pass there covers only the objects read.`;
}

/** The lists that were not read to the end, and why: a line for each path and reason. */
function openLists({ lists }: ReportedScan): string[] {
  const open = lists.filter(({ complete }) => !complete);
  return groupedBy(open, ({ path, why }) => [path, why]).map(openLine);
}

function openLine(lists: readonly ScannedList[]): string {
  const sum = (of: (list: ScannedList) => number) => lists.reduce((all, each) => all + of(each), 0);
  const versions: Version[] = lists.map(({ version }) => version);
  const [{ path, why = 'not scanned' } = { path: '' }] = lists;
  const [read, all] = [sum(({ pages }) => pages), sum(({ pages, ofPages = pages }) => ofPages)];
  const share = all === 0 ? '' : ` (${Math.floor((100 * read) / all)} %)`;
  const objects = several(
    sum((list) => list.objects),
    'object',
  );
  return `${path} in ${versions.join(' ')}: ${objects}, ${number(read)} of ${several(all, 'page')}${share}: ${why}`;
}
