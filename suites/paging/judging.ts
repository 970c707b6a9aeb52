import type { CheckContext } from '../../harness/check-context.js';
import type { Link } from '../../harness/link-header.js';
import { inconclusive, type Mismatch, Violation } from '../../harness/violation.js';
import type { Matter } from '../filters/asked-in-parts.js';
import { departingTogether } from '../filters/asked-together.js';
import { linksOf, type Page } from './page.js';
import { isSecond, type PagedList, pagedLists } from './probe.js';

/** Why a list says nothing about a requirement, in an operator's words; nothing if it does. */
export type NotShown = string | undefined;

/**
 * Judges every paged list of the version. What departs in one is reported beside what departs in
 * another; a list that says nothing leaves the verdict to the others, and if none says anything, the
 * reasons are the verdict.
 */
export async function everyList(
  context: CheckContext,
  judge: (list: PagedList) => NotShown,
): Promise<void> {
  const lists = await pagedLists(context);
  const mismatches: Mismatch[] = [];
  const reasons = new Map<string, string[]>();
  let judged = 0;
  for (const list of lists) {
    try {
      const reason = judge(list);
      if (reason === undefined) judged += 1;
      else reasons.set(reason, [...(reasons.get(reason) ?? []), list.source.path]);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      mismatches.push(...error.mismatches);
    }
  }
  context.expect.none(mismatches);
  if (judged > 0) return;
  const said = [...reasons].map(([reason, paths]) => `${reason} (${paths.join(', ')})`);
  inconclusive(said.join('; ') || 'no list could be read');
}

/**
 * What departs of one matter where a list is asked for a page and for something more: only of lists
 * whose pages are right where nothing more is asked for.
 */
export async function departingOnPages(matter: Matter, context: CheckContext): Promise<Mismatch[]> {
  const sound = (await pagedLists(context)).filter(
    (list) => isSecond(list) && list.since === 'unchanged',
  );
  const amiss = sound.flatMap((list) => list.amiss);
  return departingTogether(matter, amiss, context.instance);
}

/** Why the second page of one row cannot be judged by its links; nothing if it can. */
export function unlinked(list: PagedList): NotShown {
  const { middle } = list;
  if (middle === undefined) return TOO_SHORT;
  if (!isSecond(list))
    return 'the second page, at one row a page, was not shown (see page.page-selects)';
  if (list.since === 'changed') return CHANGED;
  if (!middle.hasHeader) return 'a page has no Link header (see page.link.present)';
  if (middle.header.malformed.length > 0) {
    return 'a Link header is malformed (see page.link.syntax)';
  }
  return undefined;
}

/** Rows came or went between two requests: what does not add up then is nobody's fault. */
export const CHANGED = 'the list changed while it was read';

/** A list of one page has no neighbours. */
export const TOO_SHORT = 'it has fewer than two rows';

/** The links of a page with a relation as the report shows them. */
export function targetsOf(page: Page, relation: string): string[] {
  return linksOf(page, relation).map(({ target }: Link) => target);
}

/** Every page of a list that was read and is a list. */
export function pagesOf({
  first,
  beyondFirst,
  middle,
  extra,
  last,
  beyondLast,
}: PagedList): Page[] {
  const read = [first, beyondFirst, middle, extra?.page, last, beyondLast];
  const pages = read.filter((page) => page !== undefined && page.rows !== undefined);
  return [...new Set(pages)].filter((page) => page !== undefined);
}
