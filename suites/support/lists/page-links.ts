import type { Mismatch } from '../../../harness/violation.js';
import { linksOf, mismatch, numberIn, type Page, type Relation } from './page.js';

/** The number of items of a list if it is certain, and the least possible number. */
export interface Extent {
  total: number | undefined;
  atLeast: number;
}

/** Whether a page has a link with a relation, and the page number that it leads to, if known. */
interface Predicted {
  presence: 'must' | 'may' | 'must not';
  number: number | undefined;
}

/** How a link can differ from the prediction. */
export type LinkError = 'missing' | 'wrong target' | 'unexpected';

/** The least number of pages of a list, at the size of a page. */
export function leastPages({ size }: Page, { atLeast }: Extent): number {
  return Math.ceil(atLeast / size);
}

/**
 * The links of a page according to docs/api.md, "Limits". On a single page `first` and `last` are
 * optional (docs/verdicts.md B-4).
 */
function predicted(page: Page, extent: Extent): Record<Relation, Predicted> {
  const { number, size } = page;
  const least = leastPages(page, extent);
  const count = extent.total === undefined ? undefined : Math.ceil(extent.total / size);
  const orNone = number === count ? 'must not' : 'may';
  const onSeveral = least > 1 ? 'must' : 'may';
  return {
    first: { presence: onSeveral, number: 1 },
    last: { presence: onSeveral, number: count },
    next: { presence: number < least ? 'must' : orNone, number: number + 1 },
    prev: { presence: number > 1 ? 'must' : 'must not', number: number - 1 },
  };
}

/**
 * The mismatches of the links with a relation; empty if they are as predicted. Undefined if the
 * page proves nothing: it has no well-formed header, or the expected link is unknown.
 */
export function wrongLinks(
  error: LinkError,
  relation: Relation,
  page: Page,
  extent: Extent,
): Mismatch[] | undefined {
  if (!page.hasHeader || page.header.malformed.length > 0) return undefined;
  const { presence, number } = predicted(page, extent)[relation];
  const links = linksOf(page, relation);
  const targets = links.map(({ target }) => target);
  const name = `rel="${relation}"`;
  const differing = (isRight: boolean, expected: string, got: string) =>
    isRight ? [] : [mismatch(page, expected, got, page.answer.headers.link)];
  if (error === 'missing') {
    if (presence !== 'must') return undefined;
    const seen = page.header.links.flatMap(({ relations }) => relations).join(', ');
    return differing(links.length > 0, `a link with ${name}`, seen || 'none');
  }
  if (error === 'unexpected') {
    if (presence !== 'must not') return undefined;
    return differing(links.length === 0, `no ${name} on this page`, `<${targets.join('>, <')}>`);
  }
  const numbers = links.map((link) => numberIn(link, page));
  if (presence === 'must not' || number === undefined || links.length === 0) return undefined;
  if (numbers.includes(undefined)) return undefined;
  const isRight = numbers.every((each) => each === number);
  return differing(isRight, `${name} to lead to page ${number}`, `page ${numbers.join(' and ')}`);
}
