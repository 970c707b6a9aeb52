import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { firstPage } from '../conventions/sources.js';
import { linksOf, mismatch, type Page, pageOf } from './page.js';
import { hasRows, pagedLists } from './probe.js';
import { pageOfEquals } from './ties.js';

const SPEC = 'Limits';

/** The longest list that everybody may read, and one that is short. */
const [LONG, SHORT] = ['patches/', 'projects/'];

/** Values that SPEC.md does not speak of. */
const ODD = {
  above: { path: LONG, query: { per_page: 500 } },
  zero: { path: SHORT, query: { per_page: 0 } },
  past: { path: SHORT, query: { page: 1_000_000 } },
  garbage: { path: SHORT, query: { page: 'abc' } },
} as const;

async function asked(api: Api, name: keyof typeof ODD): Promise<Page> {
  const { path, query } = ODD[name];
  return pageOf(await api.get(path, { query }));
}

/** A page of the long list with the usual size; one that was read anyway, if that shows rows. */
async function plainPage(api: Api): Promise<Page> {
  const ordered = await pageOfEquals(api);
  return hasRows(ordered) ? ordered : pageOf(await api.get(LONG));
}

/** The status, and what is shown with 200. */
function inWords(page: Page, whole: Page): string {
  if (page.rows === undefined) return `answers ${page.answer.status}`;
  if (page.keys.length === 0) return 'answers 200 without rows';
  return page.keys.length === whole.keys.length
    ? 'answers as if it had not been asked'
    : 'answers 200 with some rows';
}

function observed(
  id: string,
  says: string,
  consequence: string,
  see: (context: CheckContext) => Promise<unknown>,
): Requirement {
  return requirement({
    id,
    says,
    spec: SPEC,
    level: 'observe',
    versions: ALL,
    once: true,
    consequence,
    async check(context) {
      context.observe(await see(context));
    },
  });
}

/** The limits of paging, most of them not shown; only an error of the server is judged (docs/verdicts.md B-3). */
export const pagingLimits: readonly Requirement[] = [
  requirement({
    id: 'page.no-5xx',
    says: 'No value of `page` and `per_page` brings an error of the server',
    spec: 'Errors',
    level: 'must',
    versions: ALL,
    once: true,
    consequence: 'A typing error of a client looks like a broken instance.',
    async check(context) {
      const odd = await Promise.all(
        (['above', 'zero', 'past', 'garbage'] as const).map((name) => asked(context.api, name)),
      );
      const middles = (await pagedLists(context)).flatMap(({ middle, last }) => [middle, last]);
      const pages = [...odd, ...middles].filter((page) => page !== undefined);
      context.expect.each(pages, 'no list was read', (page) => {
        const { status } = page.answer;
        if (status < 500) return;
        context.expect.fail(
          mismatch(
            page,
            `expected no error of the server, got ${status}`,
            'a status below 500',
            status,
          ),
        );
      });
    },
  }),
  requirement({
    id: 'page.default-rows',
    says: `A list shows rows where \`per_page\` is left out: a page has ${DEFAULT_PAGE} of them, or as many as the instance likes`,
    spec: SPEC,
    level: 'must',
    versions: ALL,
    once: true,
    consequence: 'A client that does not say `per_page` is shown an empty list.',
    async check({ api, expect }) {
      const first = pageOf(await firstPage(api, LONG));
      if (!hasRows(first)) inconclusive(`${LONG} shows no rows`);
      const plain = await plainPage(api);
      if (hasRows(plain)) return;
      const { status } = plain.answer;
      if (plain.rows === undefined) inconclusive(`${LONG} answered ${status} and no list`);
      const message = 'shows no rows, and some where `per_page` is given';
      expect.fail(mismatch(plain, message, 'the first rows of the list', plain.keys));
    },
  }),
  observed(
    'page.default-size',
    `Default page size: ${DEFAULT_PAGE} items; it may differ between instances`,
    'A client that does not say `per_page` gets pages of this size.',
    async ({ api }) => {
      const first = pageOf(await firstPage(api, LONG));
      const plain = await plainPage(api);
      if (!hasRows(plain)) inconclusive(`${LONG} shows no rows`);
      const more = linksOf(plain, 'next').length > 0 || plain.keys.length < first.keys.length;
      if (!more) inconclusive(`${LONG} has ${plain.keys.length} rows, fewer than a page holds`);
      return plain.keys.length;
    },
  ),
  observed(
    'page.cap-above-100',
    'Endpoints that differ from the 100 cap are not shown: what `per_page=500` gives',
    'A client can save requests where an instance gives more than 100 rows.',
    async ({ api }) => {
      const many = await asked(api, 'above');
      if (many.rows === undefined) return `answers ${many.answer.status}`;
      if (linksOf(many, 'next').length > 0) return `cut to ${many.keys.length}`;
      if (many.keys.length <= LARGEST_PAGE) inconclusive(`${LONG} has no more than 100 rows`);
      return 'not cut';
    },
  ),
  observed(
    'page.zero',
    'What `per_page=0` gives is not shown',
    'A client that computes a page size of 0 gets this.',
    async ({ api }) => inWords(await asked(api, 'zero'), pageOf(await firstPage(api, SHORT))),
  ),
  observed(
    'page.past-the-end',
    'What a page past the end gives is not shown',
    'A client that counts pages by itself must know how the end looks.',
    async ({ api }) => inWords(await asked(api, 'past'), pageOf(await firstPage(api, SHORT))),
  ),
  observed(
    'page.garbage',
    'What a `page` that is no number gives is not shown',
    'A client with a wrong value sees an error, or wrong rows without one.',
    async ({ api }) => inWords(await asked(api, 'garbage'), pageOf(await firstPage(api, SHORT))),
  ),
];
