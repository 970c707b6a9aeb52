import type { Query } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import type { Link } from '../../harness/link-header.js';
import { RELATIONS, readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { everyList, pagesOf } from './judging.js';
import { linksOf, mismatch, numberIn, type Page } from './page.js';
import { type PagedList, pagedLists } from './probe.js';

const SPEC = 'Limits';

/** Declares something that must hold for the address of every link of some pages. */
function everyTarget(
  declared: Pick<Requirement, 'id' | 'says' | 'consequence'>,
  pages: (list: PagedList) => Page[],
  expected: (target: URL, list: PagedList, asked: Answer) => string | undefined,
): Requirement {
  return requirement({
    ...declared,
    spec: SPEC,
    level: 'should',
    versions: ALL,
    check: (context) =>
      everyList(context, (list) => {
        const links = pages(list).flatMap((page) => paged(page).map((link) => ({ page, link })));
        if (links.length === 0) return 'no page with such links was had';
        context.expect.each(links, '', ({ page, link }) => {
          const wanted = expected(new URL(link.target), list, page.answer);
          if (wanted === undefined) return;
          const message = `rel="${link.relations.join(' ')}": expected ${wanted}, got <${link.target}>`;
          context.expect.fail(mismatch(page, message, wanted, link.target));
        });
        return undefined;
      }),
  });
}

/** The links that lead to a page of the list by its number: others may carry all in one parameter. */
function paged(page: Page): Link[] {
  return RELATIONS.flatMap((relation) => linksOf(page, relation)).filter(
    (link) => numberIn(link, page) !== undefined,
  );
}

/** What of a query a link does not carry. */
function dropped(target: URL, query: Query): string | undefined {
  const lost = Object.entries(query).flatMap(([name, values]) => {
    const carried = target.searchParams.getAll(name);
    return [values]
      .flat()
      .flatMap((value) => (carried.includes(String(value)) ? [] : [[name, value]]));
  });
  return lost.length === 0 ? undefined : lost.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Of what the pages were asked for besides their number and size, the order or all but the order. */
function keepsExtra(
  kept: 'order' | 'all but the order',
  declared: Parameters<typeof everyTarget>[0],
): Requirement {
  const asked = ({ extra }: PagedList): Query => {
    const { order, ...others } = extra?.query ?? {};
    return kept !== 'order' ? others : order === undefined ? {} : { order };
  };
  return everyTarget(
    declared,
    (list) =>
      list.extra?.page.rows && Object.keys(asked(list)).length > 0 ? [list.extra.page] : [],
    (target, list) => dropped(target, asked(list)),
  );
}

/** What the links of a page say besides the number of the page, and who can read them. */
export const pagingTargets: readonly Requirement[] = [
  requirement({
    id: 'page.link.syntax',
    says: 'The `Link` header is one of RFC 5988',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that reads the header by the standard misses links.',
    check: (context) =>
      everyList(context, (list) => {
        const pages = pagesOf(list).filter(({ hasHeader }) => hasHeader);
        if (pages.length === 0) return 'no page of it has a Link header';
        context.expect.each(pages, '', (page) => {
          const [wrong] = page.header.malformed;
          if (wrong === undefined) return;
          const message = `Link is malformed at character ${wrong.position + 1}: ${wrong.why}`;
          context.expect.fail(
            mismatch(page, message, 'a header of RFC 5988', page.answer.headers.link),
          );
        });
        return undefined;
      }),
  }),
  keepsExtra('all but the order', {
    id: 'page.link.keeps-filters',
    says: 'Links to other pages keep the filters of the request',
    consequence: 'A client that follows a link leaves its search and does not notice.',
  }),
  keepsExtra('order', {
    id: 'page.link.keeps-order',
    says: 'Links to other pages keep the `order` of the request',
    consequence: 'A client that follows a link gets rows of another order, some twice.',
  }),
  everyTarget(
    {
      id: 'page.link.keeps-per-page',
      says: 'Links to other pages keep the `per_page` of the request',
      consequence:
        'A client that follows a link gets pages of another size, skips rows or sees them twice.',
    },
    pagesOf,
    (target, _, asked) => {
      const size = new URL(asked.url).searchParams.get('per_page');
      return size === null ? undefined : dropped(target, { per_page: size });
    },
  ),
  everyTarget(
    {
      id: 'page.link.same-origin',
      says: 'Links to other pages stay on the instance that was asked',
      consequence:
        'A client that follows a link sends its credentials elsewhere, or reaches nobody.',
    },
    pagesOf,
    (target, _, asked) => {
      const { origin } = new URL(asked.url);
      return target.origin === origin ? undefined : `an address below ${origin}`;
    },
  ),
  everyTarget(
    {
      id: 'page.link.same-list',
      says: 'Links to other pages lead to the same list of the same version',
      consequence: 'A client that follows a link gets objects of another kind or version.',
    },
    pagesOf,
    (target, _, asked) => {
      const path = slashless(new URL(asked.url));
      return slashless(target) === path ? undefined : `an address at ${path}`;
    },
  ),
  requirement({
    id: 'page.link.read-by-parse-link-header',
    says: 'Whether the library parse-link-header, which many clients use, reads the Link header alike',
    spec: SPEC,
    level: 'observe',
    versions: ALL,
    consequence: 'A client that rests on the library goes to another page, or to none.',
    async check(context) {
      const pages = (await pagedLists(context)).flatMap(pagesOf);
      const sound = pages.filter(
        ({ hasHeader, header: { malformed } }) => hasHeader && malformed.length === 0,
      );
      if (sound.length === 0) inconclusive('no page of any list has a well-formed Link header');
      const otherwise = sound.flatMap((page) =>
        readOtherwiseByLibrary(header(page.answer, 'link') ?? '', page.header, page.answer.url),
      );
      context.observe(otherwise.length === 0 ? 'alike' : [...new Set(otherwise)].sort());
    },
  }),
];

/** Paths appear both with and without a trailing slash (SPEC.md, "Endpoints"). */
function slashless({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}
