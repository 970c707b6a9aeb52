import { header } from '../../harness/client/answer.js';
import { RELATIONS, readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { type Facts, limit, limitOfLists } from './judging.js';
import { linksOf, mismatch, numberIn, type Page } from './page.js';
import { placedLists } from './places.js';

/** What is required of the address of every link. */
interface OfTargets extends Facts {
  /** What a link lacks, by the address that its page was requested with. */
  missing(target: URL, requested: URL): string | undefined;
  /** Whether a page with that address is judged; all are if it is left out. */
  asks?(requested: URL): boolean;
}

function everyTarget({ missing, asks = () => true, ...facts }: OfTargets): Requirement {
  return limitOfLists({
    // What a link keeps of the request is nowhere said: a client that follows it trusts in it.
    level: 'should',
    ...facts,
    judge(list, expect) {
      const all = [...list.pages, ...list.queried];
      const pages = all.filter(({ answer }) => asks(new URL(answer.url)));
      const links = pages.flatMap((page) => numbered(page).map((link) => ({ page, link })));
      if (links.length === 0) return 'no page with such links was read';
      expect.each(links, '', ({ page, link }) => {
        const wanted = missing(new URL(link.target), new URL(page.answer.url));
        if (wanted === undefined) return;
        const message = `rel="${link.relations.join(' ')}": expected ${wanted}, got <${link.target}>`;
        expect.fail(mismatch(page, message, wanted, link.target));
      });
      return undefined;
    },
  });
}

/** The links that lead to a page by its number: others may carry the whole query in one parameter. */
function numbered(page: Page) {
  return RELATIONS.flatMap((relation) => linksOf(page, relation)).filter(
    (link) => numberIn(link, page) !== undefined,
  );
}

/** Declares that links repeat the parameters of the request that have such a name. */
function keeps({ isKept, ...facts }: Facts & { isKept(name: string): boolean }): Requirement {
  const kept = ({ searchParams }: URL) => [...searchParams].filter(([name]) => isKept(name));
  const missing = (target: URL, requested: URL) =>
    kept(requested)
      .filter(([name, value]) => !target.searchParams.getAll(name).includes(value))
      .map(([name, value]) => `${name}=${value}`)
      .join('&') || undefined;
  return everyTarget({ ...facts, missing, asks: (requested) => kept(requested).length > 0 });
}

/** What the links of a page say besides the number of the page, and who can read them. */
export const pagingTargets: readonly Requirement[] = [
  limitOfLists({
    id: 'page.link.syntax',
    says: 'The `Link` header is one of RFC 5988',
    consequence: 'A client that reads the header by the standard misses links.',
    judge({ pages }, expect) {
      const linked = pages.filter(({ hasHeader }) => hasHeader);
      if (linked.length === 0) return 'no page of it has a Link header';
      expect.each(linked, '', (page) => {
        const [wrong] = page.header.malformed;
        if (wrong === undefined) return;
        const message = `Link is malformed at character ${wrong.position + 1}: ${wrong.why}`;
        expect.fail(mismatch(page, message, 'a header of RFC 5988', page.answer.headers.link));
      });
      return undefined;
    },
  }),
  keeps({
    id: 'page.link.keeps-filters',
    says: 'Links to other pages keep the filters of the request',
    consequence: 'A client that follows a link leaves its search and does not notice.',
    isKept: (name) => !['page', 'per_page', 'order'].includes(name),
  }),
  keeps({
    id: 'page.link.keeps-order',
    says: 'Links to other pages keep the `order` of the request',
    consequence: 'A client that follows a link gets rows of another order, some twice.',
    isKept: (name) => name === 'order',
  }),
  keeps({
    id: 'page.link.keeps-per-page',
    says: 'Links to other pages keep the `per_page` of the request',
    consequence:
      'A client that follows a link gets pages of another size, skips rows or sees them twice.',
    isKept: (name) => name === 'per_page',
  }),
  everyTarget({
    id: 'page.link.same-origin',
    says: 'Links to other pages stay on the instance that was asked',
    consequence: 'A client that follows a link sends its credentials elsewhere, or reaches nobody.',
    missing: (target, { origin }) =>
      target.origin === origin ? undefined : `an address below ${origin}`,
  }),
  everyTarget({
    id: 'page.link.same-list',
    says: 'Links to other pages lead to the same list of the same version',
    consequence: 'A client that follows a link gets objects of another kind or version.',
    missing: (target, requested) =>
      slashless(target) === slashless(requested)
        ? undefined
        : `an address at ${slashless(requested)}`,
  }),
  limit({
    id: 'page.link.read-by-parse-link-header',
    says: 'Whether the library parse-link-header, which many clients use, reads the Link header alike',
    level: 'observe',
    consequence: 'A client that rests on the library goes to another page, or to none.',
    async check(context) {
      const pages = (await placedLists(context)).flatMap((list) => list.pages);
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
