import type { Api, Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../../specification/limits.js';
import { firstPage } from '../conventions/sources.js';
import { type Facts, limit } from './judging.js';
import { hasRows, linksOf, mismatch, type Page, pageOf } from './page.js';
import { pagedLists } from './reading.js';

/** The longest list that everybody may read, and one that is short. */
const [LONG, SHORT] = ['patches/', 'projects/'];

/** The long list without `per_page`, and its first page with 100 rows. */
async function usualPage(api: Api): Promise<{ first: Page; plain: Page }> {
  return { first: pageOf(await firstPage(api, LONG)), plain: pageOf(await api.get(LONG)) };
}

interface Request {
  path: string;
  query: Query;
}

const ABOVE: Request = { path: LONG, query: { per_page: 101 } };

/** Values that SPEC.md does not speak of, and what is observed of each. */
const ODD: (Facts & { request: Request })[] = [
  {
    id: 'page.zero',
    says: 'What `per_page=0` gives is not shown',
    consequence: 'A client that computes a page size of 0 gets this.',
    request: { path: SHORT, query: { per_page: 0 } },
  },
  {
    id: 'page.past-the-end',
    says: 'What a page past the end gives is not shown',
    consequence: 'A client that counts pages by itself must know how the end looks.',
    request: { path: SHORT, query: { page: 1_000_000 } },
  },
  {
    id: 'page.garbage',
    says: 'What a `page` that is no number gives is not shown',
    consequence: 'A client with a wrong value sees an error, or wrong rows without one.',
    request: { path: SHORT, query: { page: 'abc' } },
  },
];

async function requested({ api }: CheckContext, { path, query }: Request): Promise<Page> {
  return pageOf(await api.get(path, { query }));
}

/** The status, and what is shown with 200. */
function inWords(page: Page, usual: Page): string {
  if (page.rows === undefined) return `answers ${page.answer.status}`;
  if (page.keys.length === 0) return 'answers 200 without rows';
  const isUsual = page.keys.length === usual.keys.length;
  return isUsual ? 'answers as if it had not been asked' : 'answers 200 with some rows';
}

function observed(facts: Facts, see: (context: CheckContext) => Promise<unknown>): Requirement {
  const check: Requirement['check'] = async (context) => context.observe(await see(context));
  return limit({ ...facts, level: 'observe', once: true, check });
}

/** The limits of paging, most of them not shown; only an error of the server is judged (docs/verdicts.md B-3). */
export const pagingLimits: readonly Requirement[] = [
  limit({
    id: 'page.no-5xx',
    says: 'No value of `page` and `per_page` brings an error of the server',
    spec: 'Errors',
    once: true,
    consequence: 'A typing error of a client looks like a broken instance.',
    async check(context) {
      const values = [ABOVE, ...ODD.map(({ request }) => request)];
      const odd = await Promise.all(values.map((each) => requested(context, each)));
      const lists = await pagedLists(context);
      const read = lists.flatMap(({ second, endings }) => [second, ...endings.map((e) => e.last)]);
      const pages = [...odd, ...read].filter((page) => page !== undefined);
      context.expect.each(pages, 'no list was read', (page) => {
        const { status } = page.answer;
        const message = `expected no error of the server, got ${status}`;
        if (status >= 500)
          context.expect.fail(mismatch(page, message, 'a status below 500', status));
      });
    },
  }),
  limit({
    id: 'page.default-rows',
    says: `A list shows rows where \`per_page\` is left out: a page has ${DEFAULT_PAGE} of them, or as many as the instance likes`,
    once: true,
    consequence: 'A client that does not say `per_page` is shown an empty list.',
    async check({ api, expect }) {
      const { first, plain } = await usualPage(api);
      if (!hasRows(first)) inconclusive(`${LONG} shows no rows`);
      if (hasRows(plain)) return;
      const { status } = plain.answer;
      if (plain.rows === undefined) inconclusive(`${LONG} answered ${status} and no list`);
      const message = 'shows no rows, and some where `per_page` is given';
      expect.fail(mismatch(plain, message, 'the first rows of the list', plain.keys));
    },
  }),
  observed(
    {
      id: 'page.default-size',
      says: `Default page size: ${DEFAULT_PAGE} items; it may differ between instances`,
      consequence: 'A client that does not say `per_page` gets pages of this size.',
    },
    async ({ api }) => {
      const { first, plain } = await usualPage(api);
      if (!hasRows(plain)) inconclusive(`${LONG} shows no rows`);
      const more = linksOf(plain, 'next').length > 0 || plain.keys.length < first.keys.length;
      if (!more) inconclusive(`${LONG} has ${plain.keys.length} rows, fewer than a page holds`);
      return plain.keys.length;
    },
  ),
  observed(
    {
      id: 'page.cap-above-100',
      says: 'Endpoints that differ from the 100 cap are not shown: what `per_page=101` gives',
      consequence: 'A client can save requests where an instance gives more than 100 rows.',
    },
    async (context) => {
      const many = await requested(context, ABOVE);
      if (many.rows === undefined) return `answers ${many.answer.status}`;
      if (linksOf(many, 'next').length > 0) return `cut to ${many.keys.length}`;
      if (many.keys.length <= LARGEST_PAGE) inconclusive(`${LONG} has no more than 100 rows`);
      return 'not cut';
    },
  ),
  ...ODD.map(({ request, ...facts }) =>
    observed(facts, async (context) => {
      const usual = pageOf(await firstPage(context.api, SHORT));
      return inWords(await requested(context, request), usual);
    }),
  ),
];
