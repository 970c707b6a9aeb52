import type { Query } from '../../harness/api.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive, unanswered } from '../../harness/violation.js';
import { DEFAULT_PAGE } from '../../specification/limits.js';
import { firstPage, lastPageOf, readableList } from '../support/first-rows.js';
import { hasLink, mismatch, type Page, pageOf } from '../support/lists/page.js';
import { pagingLinks } from './links.js';
import { limit, pagingRows } from './pages.js';

/** A long list that anonymous callers can read, and a short one. */
const [LONG, SHORT] = ['patches/', 'projects/'];

/** As curl asks by default; also the request of `conv.json.any-accept`. */
const AS_CURL = { headers: { accept: '*/*' } };

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
  limit({
    id: 'page.default-rows',
    says: `A list without \`per_page\` has items: a page has ${DEFAULT_PAGE} of them, or as many as the instance chooses, and \`last\` counts pages of that size`,
    compares: 'list',
    consequence: 'A client that omits `per_page` gets an empty list, or an error after some pages.',
    async check({ api, expect }) {
      const list = await readableList(api, LONG);
      // What the instance chooses, and what it shows, may depend on the caller.
      const caller = api.signedIn();
      const first = pageOf(await firstPage(caller, list));
      const plain = pageOf(await caller.get(list, AS_CURL));
      if (first.ids.length === 0) inconclusive(`${list} has no items`);
      if (!plain.isList) unanswered(plain.answer, ', not a list');
      const { length } = plain.ids;
      const none = length === 0 ? [mismatch(plain, 'items, as with `per_page`', 'none')] : [];
      expect.none(none, length);
      const [last, pages] = [plain, first].map(({ answer }) => lastPageOf(answer));
      if (last === undefined || pages === undefined) return;
      const least = Math.ceil(((pages - 1) * first.ids.length + 1) / length);
      const most = Math.ceil((pages * first.ids.length) / length);
      // A page more or less is a matter of page.last.points.
      const isNear = last >= least - 1 && last <= most + 1;
      const expected = `\`last\` to lead to one of the pages ${least} to ${most}, of ${length} items each`;
      const far = mismatch(plain, expected, `page ${last}`, plain.answer.headers.link);
      expect.none(isNear ? [] : [far], 1);
    },
  }),
  limit({
    id: 'page.default-size',
    says: `Default page size: ${DEFAULT_PAGE} items; it may differ between instances`,
    level: 'observe',
    consequence: 'A client that omits `per_page` gets pages of this size.',
    async check({ api, observe }) {
      const list = await readableList(api, LONG);
      const plain = pageOf(await api.signedIn().get(list, AS_CURL));
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
