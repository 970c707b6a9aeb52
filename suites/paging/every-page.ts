import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { CHANGED } from '../lists/unchanged.js';
import { type PagedList, pagedLists } from './lists.js';
import type { Page } from './page.js';

/** What the requirements of this chapter differ in. */
export type Facts = Pick<Requirement, 'id' | 'says' | 'consequence'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'once'>>;

/** Declares a requirement of all versions; it is a `must` of the section "Limits" unless said otherwise. */
export function limit(declared: Facts & Pick<Requirement, 'check'>): Requirement {
  return requirement({ spec: 'Limits', level: 'must', versions: ALL, ...declared });
}

/** How every page that was read is judged. */
interface OfPages extends Facts {
  /** What differs; undefined where the page says nothing about the requirement. */
  wrong(page: Page, list: PagedList): Mismatch[] | undefined;
  /** Why nothing was judged where no page says anything, in an operator's words. */
  missing: string;
}

/** Declares such a requirement that is judged on every page of every list. */
export function ofEveryPage({ wrong, missing, ...facts }: OfPages): Requirement {
  return limit({
    ...facts,
    async check(context) {
      const lists = await pagedLists(context);
      const judged = lists
        .flatMap((list) => list.pages.map((page) => wrong(page, list)))
        .filter((each) => each !== undefined);
      const isChanged = lists.some(({ since }) => since === 'changed');
      if (judged.length === 0) inconclusive(isChanged ? CHANGED : missing);
      context.expect.none(judged.flat());
    },
  });
}
