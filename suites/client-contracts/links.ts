import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { type Seen, seen, seenOf } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstPage, firstRows, idOf, SECOND_PAGE } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { textOf } from './contract.js';

/** The `Link` header as clients read it: by their own code, or by a library. */
export const clientLinks: readonly Requirement[] = [
  requirement({
    id: 'client.link.spelling',
    says: 'The header of the links is spelt `Link`',
    spec: 'pwclient pwclient/api.py (_get_next_page)',
    consequence: 'pwclient shows the first page of every list, without an error.',
    async check(context) {
      const answer = await pageWithNext(context);
      const spelt = answer.headerNames.find((name) => name.toLowerCase() === 'link');
      const isSpeltSo = spelt === 'Link';
      context.expect.that(isSpeltSo, seenOf(answer, spelt), 'the name of the header', '`Link`');
    },
  }),
  requirement({
    id: 'client.link.next-first',
    says: 'The first entry of the `Link` header is `next`, if there is a next page',
    spec: 'CKI sktm/patchwork.py',
    consequence: 'CKI requests a URL that is none, and ends with an exception.',
    check: (context) =>
      expectNext(context, /^<[^<>]*>; *rel *= *["']?next\b/i, 'as its first entry'),
  }),
  requirement({
    id: 'client.link.no-blank',
    says: 'No blank stands before the `<` of `next` in the `Link` header',
    spec: 'pwclient pwclient/api.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
    consequence: 'Clients stop after the first page without an error, or request a wrong URL.',
    check: (context) =>
      expectNext(context, /(^|,)<[^<>]*>; *rel *= *["']?next\b/i, 'without a blank before it'),
  }),
  requirement({
    id: 'client.link.quoted',
    says: 'The relation is spelt `rel="next"` in the `Link` header, with double quotes and in lower case',
    spec: 'pwclient pwclient/api.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py; CKI sktm/patchwork.py',
    consequence: 'Clients show the first page of every list, without an error.',
    check: (context) => expectNext(context, /<[^<>]*>; *rel="next"/, 'spelt so'),
  }),
  requirement({
    id: 'client.link.blank-before-rel',
    says: 'One blank stands between `;` and `rel` of `next` in the `Link` header',
    spec: 'pwclient pwclient/api.py; CKI sktm/patchwork.py',
    consequence: 'Clients show the first page of every list, without an error.',
    check: (context) =>
      expectNext(context, /<[^<>]*>; rel *= *["']?next\b/i, 'with one blank after `;`'),
  }),
  requirement({
    id: 'client.link.rel-last',
    says: 'Nothing follows the relation of `next` in its entry of the `Link` header',
    spec: 'pwclient pwclient/api.py',
    consequence: 'pwclient shows the first page of every list, without an error.',
    check: (context) =>
      expectNext(
        context,
        /<[^<>]*>; *rel *= *["']?next["']?(,|$)/i,
        'with nothing after the relation',
      ),
  }),
  requirement({
    id: 'client.link.next',
    says: 'The libraries requests and aiohttp find `next` in the `Link` header, and it leads through a list once',
    spec: 'b4 src/b4/review/_review.py; kernel-patches-daemon; pwcli pwcli',
    compares: true,
    consequence:
      'Clients show the first page of a list, without an error, or never come to its end.',
    async check(context) {
      if ((await firstRows(context.api, 'patches/')).length < 3) {
        return inconclusive('the list of patches has no third page');
      }
      await follow(context, 'patches/', SECOND_PAGE, { atLeast: 2, atMost: 2 });
      await follow(context, 'projects/', { per_page: LARGEST_PAGE }, { atLeast: 1, atMost: 10 });
    },
  }),
  requirement({
    id: 'client.link.absolute',
    says: 'The URLs in the `Link` header are absolute',
    spec: 'NIPA pw/patchwork.py; b4 src/b4/__init__.py; kernel-patches-daemon; pwcli; BlueZ CI',
    consequence: 'Clients end with an exception after the first page.',
    async check(context) {
      const { value, at } = linkHeader(await pageWithNext(context));
      const targets = [...value.matchAll(/<([^<>]*)>/g)];
      context.expect.each(targets, 'the Link header has no URL', ([, target = '']) => {
        const isAbsolute = /^https?:\/\//.test(target);
        context.expect.that(isAbsolute, { value: target, at }, 'Link', 'an absolute URL');
      });
    },
  }),
  requirement({
    id: 'client.link.keeps-parameters',
    says: '`next` repeats every parameter of the request',
    spec: 'b4 src/b4/review/_review.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
    consequence: 'From the second page on clients get the patches of all projects and states.',
    async check(context) {
      const answer = await pageOfB4(context);
      const next = linkTo('next', answer) ?? inconclusive('`next` is missing');
      const kept = new URL(next).searchParams;
      context.expect.all([...new URL(answer.url).searchParams], ([name, value]) => {
        const isKept = kept.getAll(name).includes(value);
        const expected = `a URL with ${name}=${value}`;
        context.expect.that(isKept, seenOf(answer, next), '`next`', expected);
      });
    },
  }),
  requirement({
    id: 'client.link.last-counts',
    says: 'With `per_page=1` the page number in `last` is the number of items',
    spec: 'b4 src/b4/review/_review.py',
    compares: true,
    consequence: 'b4 shows a wrong number of open patches.',
    async check(context) {
      const { api, expect } = context;
      const answer = await pageOfB4(context);
      const last = linkTo('last', answer);
      expect.that(last !== undefined, linkHeader(answer), 'Link', 'a link `last`');
      const end = await api.follow(last ?? '');
      const isEnd = rowsOf(end).length === 1 && !hasNext(end);
      const expected = `the page of the last item (${named(end)} is not)`;
      expect.that(isEnd, seenOf(answer, last), '`last`', expected);
    },
  }),
];

/** The first of several pages. */
async function pageWithNext({ api }: CheckContext): Promise<Answer> {
  const long = await firstPage(api, 'patches/');
  const answer = hasNext(long) ? long : await api.get('patches/', { query: { per_page: 1 } });
  return hasNext(answer) ? answer : inconclusive('the list of patches has no second page');
}

/** The first page of a list of open patches, one on each page, as b4 requests it. */
async function pageOfB4({ api }: CheckContext): Promise<Answer> {
  const rows = await firstRows(api, 'patches/');
  const [row = inconclusive('no patch is listed')] = rows;
  const project = textOf('patch', row, 'project', 'link_name');
  const state = [...new Set(rows.map((each) => textOf('patch', each, 'state')))].slice(0, 2);
  const query = { project, state, order: '-date', per_page: 1 };
  const answer = await api.unversioned().get('patches/', { query });
  return hasNext(answer) ? answer : inconclusive('there are too few patches');
}

/** Expects `next` to be written so on the first page of patches, and on the second if it has a next one. */
async function expectNext(context: CheckContext, pattern: RegExp, how: string): Promise<void> {
  const second = await context.api.get('patches/', { query: SECOND_PAGE });
  for (const answer of [await pageWithNext(context), second].filter(hasNext)) {
    const link = linkHeader(answer);
    context.expect.that(pattern.test(link.value), link, 'Link', `<URL>; rel="next" ${how}`);
  }
}

function linkHeader(answer: Answer): Seen<string> {
  return { ...seen(answer), value: header(answer, 'link') ?? '' };
}

/** The URL of a link; where only libraries find it, as they read it. */
function linkTo(relation: string, answer: Answer): string | undefined {
  const [link] = linksTo(parseLinkHeader(answer.headers.link, answer.url), relation);
  return link?.target ?? linkByLibrary(relation, answer);
}

/**
 * The URL of a link as requests and aiohttp find it: by a parameter that is spelt `rel`, whose value may stand in
 * single quotes.
 */
function linkByLibrary(relation: string, answer: Answer): string | undefined {
  const isMeant = new RegExp(`^\\s*rel\\s*=\\s*(["']?)${relation}\\1\\s*$`);
  const entries = linkHeader(answer).value.split(/,\s*(?=<)/);
  const entry = entries.find((each) => each.split(';').some((part) => isMeant.test(part)));
  const target = entry?.match(/<([^<>]*)>/)?.[1];
  return target !== undefined && URL.canParse(target, answer.url)
    ? new URL(target, answer.url).href
    : undefined;
}

function hasNext(answer: Answer): boolean {
  return linkTo('next', answer) !== undefined;
}

/** Expects the links `next`, as libraries find them, to lead to rows that were not on the pages before. */
async function follow(
  { api, expect }: CheckContext,
  path: string,
  query: Query,
  { atLeast, atMost }: { atLeast: number; atMost: number },
): Promise<void> {
  const ids = new Set<unknown>();
  let answer = await api.get(path, { query });
  for (let page = 1; page <= atMost; page += 1) {
    const own = rowsOf(answer).map(idOf);
    const isNew = page === 1 || (own.length > 0 && !own.some((id) => ids.has(id)));
    expect.that(isNew, seenOf(answer, own), `the ids in ${named(answer)}`, 'others than before');
    for (const id of own) ids.add(id);
    const next = linkByLibrary('next', answer);
    if (page < atLeast)
      expect.that(next !== undefined, linkHeader(answer), 'Link', 'a link that is found');
    if (next === undefined || page === atMost) return;
    answer = await api.follow(next);
  }
}
