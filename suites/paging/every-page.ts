import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import type { Page } from '../support/lists/page.js';
import { type PagedList, pagedLists } from '../support/lists/pages.js';

/** The facts in which the paging requirements differ. */
export type Facts = Pick<Requirement, 'id' | 'says' | 'consequence'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'compares'>>;

/** Declares a requirement, by default of the section "Limits". */
export function limit(declared: Facts & Pick<Requirement, 'check'>): Requirement {
  return requirement({ spec: 'Limits', ...declared });
}

/** A requirement that is checked on every page. */
interface OfPages extends Facts {
  /** The mismatches of a page; undefined if the page proves nothing. */
  wrong(page: Page, list: PagedList): Mismatch[] | undefined;
  /** The reason of an inconclusive if no page proves anything. */
  missing: string;
}

/** Declares a requirement that is checked on every page of every list. */
export function ofEveryPage({ wrong, missing, ...facts }: OfPages): Requirement {
  return limit({
    ...facts,
    async check(context) {
      const lists = await pagedLists(context);
      const judged = lists
        .flatMap((list) => list.pages.map((page) => wrong(page, list)))
        .filter((each) => each !== undefined);
      if (judged.length === 0) inconclusive(missing);
      context.expect.none(judged.flat());
    },
  });
}
