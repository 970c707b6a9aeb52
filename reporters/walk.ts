import type { ReportedViolation, ReportedWalk, WalkedShare } from '../harness/report.js';
import type { Version } from '../specification/versions.js';
import { number, several } from './terminal/quantities.js';

/** How many of the objects that depart are named by their ids. */
const NAMED = 10;

/** How many objects depart alike, and which: `12,345 (id 3, 17, …)`; nothing where that was not counted. */
export function objectsOf({ count, ids = [] }: ReportedViolation): string | undefined {
  if (count === undefined) return undefined;
  const named = ids.slice(0, NAMED);
  if (named.length === 0) return number(count);
  return `${number(count)} (id ${named.join(', ')}${count > named.length ? ', …' : ''})`;
}

/** What was walked, in one sentence. */
export function walkSentence({ sample, objects, lists, resumed }: ReportedWalk): string {
  if (lists.length === 0) return 'No list was walked: none of what was chosen speaks of objects.';
  const open = lists.filter(({ complete }) => !complete).length;
  const what =
    sample === undefined
      ? 'Every object was to be judged'
      : `Of each list ${several(sample, 'object')} were to be judged`;
  const again = resumed ? ', some of them by an earlier run' : '';
  const walked = `${several(objects, 'object')} of ${several(lists.length, 'list')} were${again}`;
  if (open === 0) return `${what}, and ${walked}: all that there are.`;
  return `${what}, and ${walked}; ${number(open)} ${open === 1 ? 'list was' : 'lists were'} not walked to the end: what passes there rests on what was walked.`;
}

/** The lists that were not walked to their end, and why: a line for each path and reason. */
export function openLists({ lists }: ReportedWalk): string[] {
  const groups = new Map<string, WalkedShare[]>();
  for (const list of lists.filter(({ complete }) => !complete)) {
    const key = `${list.path} ${list.why}`;
    groups.set(key, [...(groups.get(key) ?? []), list]);
  }
  return [...groups.values()].map(openLine);
}

function openLine(lists: readonly WalkedShare[]): string {
  const sum = (of: (list: WalkedShare) => number) => lists.reduce((all, each) => all + of(each), 0);
  const versions: Version[] = lists.map(({ version }) => version);
  const [{ path, why = 'it was not walked' } = { path: '' }] = lists;
  const [read, all] = [sum(({ pages }) => pages), sum(({ pages, ofPages = pages }) => ofPages)];
  const share = all === 0 ? '' : ` (${Math.floor((100 * read) / all)} %)`;
  const objects = several(
    sum((list) => list.objects),
    'object',
  );
  return `${path} in ${versions.join(' ')}: ${objects}, ${number(read)} of ${several(all, 'page')}${share}: ${why}`;
}
