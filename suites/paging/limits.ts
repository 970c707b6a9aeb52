import type { Query } from '../../harness/api.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { DEFAULT_PAGE } from '../../specification/limits.js';
import { firstRows, readableList } from '../conventions/sources.js';
import { rotated } from '../lists/rotation.js';
import { limit } from './every-page.js';
import { hasLink, mismatch, type Page, pageOf } from './page.js';

/** The longest list that everybody may read, and one that is short. */
const [LONG, SHORT] = ['patches/', 'projects/'];

/** Values that SPEC.md does not speak of; each is asked for in one version. */
const ODD: readonly { path: string; query: Query }[] = [
  { path: LONG, query: { per_page: 101 } },
  { path: SHORT, query: { per_page: 0 } },
  { path: SHORT, query: { page: 1_000_000 } },
  { path: SHORT, query: { page: 'abc' } },
  { path: SHORT, query: { page: 0 } },
  { path: SHORT, query: { per_page: 'abc' } },
];

/**
 * The limits of paging, most of them not shown. An error of the server is reported by error.no-5xx.reads
 * (docs/verdicts.md B-3).
 */
export const pagingLimits: readonly Requirement[] = [
  limit({
    id: 'page.odd-values',
    says: 'What a `per_page` above 100 or of 0 gives, and a `page` past the end or that is no number, is not shown',
    level: 'observe',
    consequence: 'A client that counts pages by itself, or computes a wrong value, gets this.',
    async check({ api, instance, observe }) {
      const said = rotated(ODD, { api, instance }).map(async ({ path, query }) => {
        const page = pageOf(await api.get(path, { query }));
        return [new URL(page.answer.url).search.slice(1), inWords(page)];
      });
      if (said.length === 0) inconclusive('none of them has its turn in this version');
      observe(Object.fromEntries(await Promise.all(said)));
    },
  }),
  limit({
    id: 'page.default-rows',
    says: `A list shows rows where \`per_page\` is left out: a page has ${DEFAULT_PAGE} of them, or as many as the instance likes`,
    once: true,
    consequence: 'A client that does not say `per_page` is shown an empty list.',
    async check({ api, expect }) {
      const list = await readableList(api, LONG);
      const rows = await firstRows(api, list);
      const plain = pageOf(await api.get(list));
      if (rows.length === 0) inconclusive(`${list} shows no rows`);
      if (!plain.isList) inconclusive(`${list} answered ${plain.answer.status} and no list`);
      if (plain.ids.length > 0) return;
      expect.fail(mismatch(plain, 'rows, as there are where `per_page` is given', 'none'));
    },
  }),
  limit({
    id: 'page.default-size',
    says: `Default page size: ${DEFAULT_PAGE} items; it may differ between instances`,
    level: 'observe',
    once: true,
    consequence: 'A client that does not say `per_page` gets pages of this size.',
    async check({ api, observe }) {
      const list = await readableList(api, LONG);
      const plain = pageOf(await api.get(list));
      if (!hasLink(plain, 'next')) inconclusive(`${list} has no more rows than a page holds`);
      observe(plain.ids.length);
    },
  }),
];

/** The status, and what is shown with 200. */
function inWords(page: Page): string {
  if (!page.isList) return `status ${page.answer.status}`;
  const isMore = hasLink(page, 'next');
  return `status 200 with ${page.ids.length} rows${isMore ? ' and a next page' : ''}`;
}
