import { addressIn } from '../../harness/called-as.js';
import type { CheckContext } from '../../harness/check-context.js';
import { latestVersion } from '../../harness/later-versions.js';
import { type Link, RELATIONS } from '../../harness/link-header.js';
import type { Requirement } from '../../harness/requirement.js';
import { everyFilter, requestedTwice } from '../support/lists/filtered.js';
import { requestedOrders } from '../support/lists/ordered.js';
import { linksOf, mismatch, numberIn, type Page, pageOf } from '../support/lists/page.js';
import { pagedLists } from '../support/lists/pages.js';
import { everySearch } from '../support/lists/searched.js';
import { timeOf } from '../support/timestamp.js';
import { followedInside } from '../support/url.js';
import { type Facts, limit } from './pages.js';

/** A link to another page: its URL, and that of the request. */
interface Target {
  target: URL;
  requested: URL;
  page: Page;
}

/** A requirement on the URL of every link. */
interface OfLinks extends Facts {
  /** How many links that lack it are looked for, where each costs requests; by default all. */
  most?: number;
  /** The part that a link lacks, compared with the requested URL. */
  missing(link: Target, context: CheckContext): Promise<string | undefined> | string | undefined;
}

function ofEveryLink({ missing, most = Number.POSITIVE_INFINITY, ...facts }: OfLinks): Requirement {
  return limit({
    // docs/api.md does not say which parameters a link preserves; clients that follow links rely on it.
    level: 'should',
    ...facts,
    async check(context) {
      const pages = await everyPage(context);
      const links: { page: Page; link: Link; wanted: string | undefined }[] = [];
      let lacking = 0;
      for (const page of pages) {
        for (const link of numbered(page)) {
          if (lacking >= most) break;
          const [target, requested] = [new URL(link.target), new URL(page.answer.url)];
          const wanted = await missing({ target, requested, page }, context);
          if (wanted !== undefined) lacking += 1;
          links.push({ page, link, wanted });
        }
      }
      context.expect.each(links, 'no page with links was read', ({ page, link, wanted }) => {
        if (wanted === undefined) return;
        const expected = `${wanted} in rel="${link.relations.join(' ')}"`;
        context.expect.fail(mismatch(page, expected, `<${link.target}>`, link.target));
      });
    },
  });
}

/** The links with a page number: other links may encode the whole query in one parameter. */
function numbered(page: Page) {
  return RELATIONS.flatMap((relation) => linksOf(page, relation)).filter(
    (link) => numberIn(link, page) !== undefined,
  );
}

/** All pages of the version, and those that other requirements request with a filter, order or search. */
async function everyPage(context: CheckContext): Promise<Page[]> {
  const queried = [
    ...(await everyFilter(context)),
    ...(await requestedTwice(context)),
    ...(await requestedOrders(context)),
    ...(await everySearch(context)),
  ];
  const pages = (await pagedLists(context)).flatMap((list) => list.pages);
  return [...pages, ...queried.map(({ answer }) => pageOf(answer))];
}

/** Of the links that lose parameters, so many are followed: each costs two requests. */
const MOST_LOSING = 3;

/** The parameters that a link lacks or shows with other values, if it leads to other items without them. */
async function lostParameters(link: Target, context: CheckContext): Promise<string | undefined> {
  const { target, requested } = link;
  const given = [...requested.searchParams].filter(([name]) => name !== 'page');
  const differing = given.filter(
    ([name, value]) => !target.searchParams.getAll(name).some((other) => isSameValue(value, other)),
  );
  if (differing.length === 0 || (await showsSame(link, context))) return undefined;
  return differing.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Whether two spellings of a value are the same time, or the same flag. */
function isSameValue(value: string, other: string): boolean {
  if (value === other) return true;
  if (/^(true|false)$/.test(value)) return value === other.toLowerCase();
  return timeOf(value) !== undefined && timeOf(value) === timeOf(other);
}

/**
 * Whether a link shows the items that it shows with the values of the request: an instance may replace a name by an
 * id, or a `per_page` by its limit, and leave out what is the default.
 */
async function showsSame({ target, requested, page }: Target, { api }: CheckContext) {
  const wanted = new URL(target);
  for (const name of new Set(requested.searchParams.keys())) {
    if (name === 'page') continue;
    wanted.searchParams.delete(name);
    for (const value of requested.searchParams.getAll(name)) {
      wanted.searchParams.append(name, value);
    }
  }
  const reader = api.as(page.answer.role);
  const [shown, other] = await Promise.all(
    [target, wanted].map(async ({ href }) => {
      const answer = await followedInside(reader, href);
      return answer && pageOf(answer);
    }),
  );
  if (!shown?.isList || !other?.isList) return false;
  return shown.ids.join() === other.ids.join();
}

/**
 * The path from `/api/` on: where that is, `page.link.same-origin` says. Paths appear both with and without a
 * trailing slash (docs/api.md, "Endpoints").
 */
function slashless({ pathname }: URL): string {
  return pathname.replace(/^.*(?=\/api\/)/, '').replace(/\/$/, '');
}

/** The URLs of links to other pages. */
export const linkTargets: readonly Requirement[] = [
  ofEveryLink({
    id: 'page.link.keeps-query',
    level: 'must',
    compares: 'list',
    most: MOST_LOSING,
    says: 'Links to other pages preserve the filters, `q`, `order` and `per_page` of the request',
    consequence: 'A client that follows a link gets other items or another order without noticing.',
    missing: lostParameters,
  }),
  ofEveryLink({
    id: 'page.link.same-origin',
    says: 'Links to other pages stay on the same instance',
    consequence:
      'A client that follows a link sends its credentials to another host, or gets no response.',
    missing({ target, requested }) {
      const base = addressIn(requested.href);
      return addressIn(target.href) === base ? undefined : `a URL below ${base}`;
    },
  }),
  ofEveryLink({
    id: 'page.link.same-list',
    level: 'must',
    says: 'Links to other pages lead to the same list of the same version',
    consequence: 'A client that follows a link gets objects of another resource or version.',
    async missing({ target, requested }, { api, instance }) {
      const [path, wanted] = [slashless(target), slashless(requested)];
      if (path === wanted) return undefined;
      // Without a version it is the latest one (docs/verdicts.md B-33).
      const isUnversioned = path === wanted.replace(`/api/${api.version}/`, '/api/');
      if (isUnversioned && (await latestVersion(api, instance)) === api.version) return undefined;
      return `a URL with the path ${wanted}`;
    },
  }),
];
