import type { Query } from '../../harness/api.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { DEFAULT_PAGE } from '../../specification/limits.js';
import { readableList } from '../support/first-rows.js';
import { hasLink, type Page, pageOf } from '../support/lists/page.js';
import { WITHOUT_ACCEPT } from '../support/request-variants.js';
import { defaultRows } from './default-rows.js';
import { pagingLinks } from './links.js';
import { limit, pagingRows } from './pages.js';

/** A long list that anonymous callers can read, and a short one. */
const [LONG, SHORT] = ['patches/', 'projects/'];

/** Values that docs/api.md does not describe. */
const ODD: readonly { path: string; query: Query }[] = [
  { path: LONG, query: { per_page: 101 } },
  { path: SHORT, query: { per_page: 0 } },
  { path: SHORT, query: { page: 1_000_000 } },
  { path: SHORT, query: { page: 'last' } },
];

/**
 * The limits of paging, most of them unspecified. Server errors are reported by error.no-5xx.reads
 * (docs/verdicts.md B-3).
 */
const limits: readonly Requirement[] = [
  limit({
    id: 'page.odd-values',
    says: 'The response to a `per_page` of 0 or above 100, and to a `page` past the end or of letters (not specified)',
    level: 'observe',
    consequence: 'A client that computes a wrong page number or size gets this response.',
    async check({ api, observe }) {
      const said = ODD.map(async ({ path, query }) => {
        const page = pageOf(await api.get(path, { query }));
        return [new URL(page.answer.url).search.slice(1), inWords(page)];
      });
      observe(Object.fromEntries(await Promise.all(said)));
    },
  }),
  defaultRows,
  limit({
    id: 'page.default-size',
    says: `Default page size: ${DEFAULT_PAGE} items; it may differ between instances`,
    level: 'observe',
    consequence: 'A client that omits `per_page` gets pages of this size.',
    async check({ api, observe }) {
      const list = await readableList(api, LONG);
      const plain = pageOf(await api.signedIn().get(list, WITHOUT_ACCEPT));
      if (!hasLink(plain, 'next')) inconclusive(`${list} fits on one page`);
      observe(plain.ids.length);
    },
  }),
];

/**
 * The pages of lists and the links between them (docs/api.md, "Common list query parameters",
 * "Limits").
 */
export const paging: Group = {
  name: 'paging',
  requirements: [...pagingRows, ...pagingLinks, ...limits],
};

/** The status, and the content if it is 200. */
function inWords(page: Page): string {
  if (!page.isList) return `status ${page.answer.status}`;
  const isMore = hasLink(page, 'next');
  return `status 200 with ${page.ids.length} items${isMore ? ' and a next page' : ''}`;
}
