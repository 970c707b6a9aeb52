import type { CheckContext } from '../../harness/check-context.js';
import { header } from '../../harness/client/answer.js';
import { RELATIONS, readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { everyFilter, requestedTwice } from '../support/lists/filtered.js';
import { requestedOrders } from '../support/lists/ordered.js';
import { linksOf, mismatch, numberIn, type Page, pageOf } from '../support/lists/page.js';
import { pagedLists } from '../support/lists/pages.js';
import { type Facts, limit, ofEveryPage } from './every-page.js';

/** A requirement on the URL of every link. */
interface OfLinks extends Facts {
  /** The part that a link lacks, compared with the requested URL. */
  missing(target: URL, requested: URL): string | undefined;
}

/** Paths appear both with and without a trailing slash (SPEC.md, "Endpoints"). */
function slashless({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

function ofEveryLink({ missing, ...facts }: OfLinks): Requirement {
  return limit({
    // SPEC.md does not say which parameters a link preserves; clients that follow links rely on it.
    level: 'should',
    ...facts,
    async check(context) {
      const pages = await everyPage(context);
      const links = pages.flatMap((page) => numbered(page).map((link) => ({ page, link })));
      context.expect.each(links, 'no page with links was read', ({ page, link }) => {
        const wanted = missing(new URL(link.target), new URL(page.answer.url));
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

/** All pages of the version, and those that other requirements request with a filter or order. */
async function everyPage(context: CheckContext): Promise<Page[]> {
  const queried = [
    ...(await everyFilter(context)),
    ...(await requestedTwice(context)),
    ...(await requestedOrders(context)),
  ];
  const pages = (await pagedLists(context)).flatMap((list) => list.pages);
  return [...pages, ...queried.map(({ answer }) => pageOf(answer))];
}

/** The URLs of links apart from the page number, and the syntax of the header. */
export const pagingTargets: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.link.syntax',
    says: 'The `Link` header conforms to RFC 5988',
    consequence: 'A client that parses the header by the standard misses links.',
    missing: 'no list has a page with a Link header',
    wrong(page) {
      if (!page.hasHeader) return undefined;
      return page.header.malformed.slice(0, 1).map(({ position, why }) => {
        const got = `a malformed header at character ${position + 1}: ${why}`;
        return mismatch(
          page,
          'a Link header that conforms to RFC 5988',
          got,
          page.answer.headers.link,
        );
      });
    },
  }),
  ofEveryLink({
    id: 'page.link.keeps-query',
    level: 'must',
    says: 'Links to other pages preserve the filters, `order` and `per_page` of the request',
    consequence: 'A client that follows a link gets other items or another order without noticing.',
    missing: (target, requested) =>
      [...requested.searchParams]
        .filter(([name, value]) => !target.searchParams.getAll(name).includes(value))
        .filter(([name]) => name !== 'page')
        .map(([name, value]) => `${name}=${value}`)
        .join('&') || undefined,
  }),
  ofEveryLink({
    id: 'page.link.same-origin',
    says: 'Links to other pages stay on the same instance',
    consequence:
      'A client that follows a link sends its credentials to another host, or gets no response.',
    missing: (target, { origin }) =>
      target.origin === origin ? undefined : `a URL below ${origin}`,
  }),
  ofEveryLink({
    id: 'page.link.same-list',
    level: 'must',
    says: 'Links to other pages lead to the same list of the same version',
    consequence: 'A client that follows a link gets objects of another resource or version.',
    missing: (target, requested) =>
      slashless(target) === slashless(requested)
        ? undefined
        : `a URL with the path ${slashless(requested)}`,
  }),
  limit({
    id: 'page.link.read-by-parse-link-header',
    says: 'Whether the library parse-link-header, which many clients use, reads the same links from the Link header',
    level: 'observe',
    consequence: 'A client that uses the library goes to another page, or to none.',
    async check(context) {
      const pages = (await pagedLists(context)).flatMap((list) => list.pages);
      const sound = pages.filter(
        ({ hasHeader, header: { malformed } }) => hasHeader && malformed.length === 0,
      );
      if (sound.length === 0) inconclusive('no list has a page with a well-formed Link header');
      const otherwise = sound.flatMap((page) =>
        readOtherwiseByLibrary(header(page.answer, 'link') ?? '', page.header, page.answer.url),
      );
      context.observe(otherwise.length === 0 ? 'alike' : [...new Set(otherwise)].sort());
    },
  }),
];
