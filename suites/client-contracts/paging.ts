import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, type Seen, seen, seenOf } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstPage, firstRows, hasNext, idOf, readerOf } from '../support/lists/first-rows.js';
import { rowsOf } from '../support/lists/list.js';
import { isUrl } from '../support/url.js';
import { textOf } from './contract.js';

/** How many requests at once patman sends, and how many a run must have sent to say anything. */
const BURST = 50;

/** Pages and queries as clients use them. */
export const clientPaging: Group = {
  name: 'client-paging',
  requirements: [
    requirement({
      id: 'client.root',
      says: 'The address of the API without a version returns the URLs of `projects`, `patches` and `series`',
      spec: 'CKI sktm/patchwork.py',
      consequence: 'CKI ends with an exception.',
      async check({ api, expect }) {
        const answer = await api.follow('/api/');
        expect.status(answer, 200);
        for (const name of ['projects', 'patches', 'series']) {
          const url = at(seen(answer), name);
          expect.that(isUrl(url.value), url, `\`${name}\``, 'a URL');
        }
      },
    }),
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
      check: (context) => expectNext(context, /^<[^>]*>; *rel="?next\b/, 'as its first entry'),
    }),
    requirement({
      id: 'client.link.no-blank',
      says: 'No blank stands before the `<` of `next` in the `Link` header',
      spec: 'pwclient pwclient/api.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
      consequence: 'Clients stop after the first page without an error, or request a wrong URL.',
      check: (context) =>
        expectNext(context, /(^|,)<[^>]*>; *rel="?next\b/, 'without a blank before it'),
    }),
    requirement({
      id: 'client.link.quoted',
      says: 'The relation of `next` stands in double quotes in the `Link` header',
      spec: 'pwclient pwclient/api.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py; CKI sktm/patchwork.py',
      consequence: 'Clients show the first page of every list, without an error.',
      check: (context) =>
        expectNext(context, /<[^>]*>; *rel="next"/, 'with the relation in quotes'),
    }),
    requirement({
      id: 'client.link.blank-before-rel',
      says: 'One blank stands between `;` and `rel` of `next` in the `Link` header',
      spec: 'pwclient pwclient/api.py; CKI sktm/patchwork.py',
      consequence: 'Clients show the first page of every list, without an error.',
      check: (context) => expectNext(context, /<[^>]*>; rel="?next\b/, 'with one blank after `;`'),
    }),
    requirement({
      id: 'client.link.rel-last',
      says: 'Nothing follows the relation of `next` in its entry of the `Link` header',
      spec: 'pwclient pwclient/api.py',
      consequence: 'pwclient shows the first page of every list, without an error.',
      check: (context) =>
        expectNext(context, /<[^>]*>; *rel="?next"?(,|$)/, 'with nothing after the relation'),
    }),
    requirement({
      id: 'client.link.absolute',
      says: 'The URLs in the `Link` header are absolute',
      spec: 'NIPA pw/patchwork.py; b4 src/b4/__init__.py; kernel-patches-daemon; pwcli; BlueZ CI',
      consequence: 'Clients end with an exception after the first page.',
      async check(context) {
        const { value, at } = linkHeader(await pageWithNext(context));
        const targets = [...value.matchAll(/<([^>]*)>/g)];
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
        expect.that(isEnd, linkHeader(answer), '`last`', expected);
      },
    }),
    requirement({
      id: 'client.query.unknown-parameter',
      says: 'Parameters that a list does not know are ignored',
      spec: 'pw-ci pw_mon; LTP ci/tools/patchwork.sh',
      compares: true,
      consequence: 'CI systems end with an error, or test nothing.',
      check: (context) =>
        expectIgnored(context, 'series/', { state: 'new', archived: 'false', archive: 'no' }),
    }),
    requirement({
      id: 'client.query.empty-project',
      level: 'should',
      says: 'An empty `project` selects the patches of all projects',
      spec: 'git-pw git_pw/api.py',
      breaks: ['git-pw with the project `*`'],
      compares: true,
      consequence: '`git-pw patch list` with the project `*` shows nothing, or an error.',
      check: (context) => expectIgnored(context, 'patches/', { project: '' }),
    }),
    requirement({
      id: 'client.query.project-of-people',
      says: 'The lists of people and users ignore `project`',
      spec: 'git-pw git_pw/api.py',
      needs: ['signed-in'],
      compares: true,
      consequence: 'git-pw does not find a submitter or a delegate by name.',
      async check(context) {
        const [row] = await firstRows(context.api, 'projects/');
        const project = row ?? inconclusive('no project is listed');
        await expectIgnored(context, 'people/', {
          project: textOf('project', project, 'link_name'),
        });
      },
    }),
    requirement({
      id: 'client.redirect.query',
      says: 'A list without a trailing slash is returned, or is redirected to on the same host, with its query',
      spec: 'b4 src/b4/__init__.py; snowpatch src/patchwork.rs',
      compares: true,
      consequence: 'b4 finds no patch for a message id, and updates nothing.',
      async check(context) {
        const { api } = context;
        const path = api.unversioned().path('patches', { per_page: LARGEST_PAGE });
        const plain = await firstRows(api, 'patches/');
        expectSameRows(context, await api.followWithRedirect(path), plain);
      },
    }),
    requirement({
      id: 'client.burst',
      says: 'Many requests in a short time are all answered: none is refused with 429 or 503',
      spec: 'patman tools/patman/patchwork.py (50 requests at once)',
      runsLast: true,
      consequence: 'patman ends with an exception.',
      async check({ traffic, concurrency, accept, expect }) {
        const { requests, byStatus } = traffic();
        if (requests < BURST) return inconclusive(`the run sent only ${requests} requests`);
        const refused = (byStatus[429] ?? 0) + (byStatus[503] ?? 0);
        if (refused > 0) {
          const message = `${refused} of ${requests} requests were refused with 429 or 503`;
          expect.fail({ message, expected: 'no refusal', received: refused });
        }
        const atOnce = `${requests} requests, at most ${concurrency} at a time`;
        accept(concurrency < BURST ? `${atOnce} (--concurrency ${BURST} sends more)` : atOnce);
      },
    }),
  ],
};

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
  const second = await context.api.get('patches/', { query: { page: 2, per_page: 1 } });
  for (const answer of [await pageWithNext(context), second].filter(hasNext)) {
    const link = linkHeader(answer);
    context.expect.that(pattern.test(link.value), link, 'Link', `<URL>; rel="next" ${how}`);
  }
}

function linkHeader(answer: Answer): Seen<string> {
  return { ...seen(answer), value: header(answer, 'link') ?? '' };
}

function linkTo(relation: string, { headers, url }: Answer): string | undefined {
  return linksTo(parseLinkHeader(headers.link, url), relation)[0]?.target;
}

/** Expects that parameters have no effect on a list. */
async function expectIgnored(context: CheckContext, path: string, query: Query): Promise<void> {
  const plain = await firstRows(context.api, path);
  const reader = readerOf(path, context.api).unversioned();
  const answer = await reader.get(path, { query: { ...query, per_page: LARGEST_PAGE } });
  expectSameRows(context, answer, plain);
}

/** Expects the items of the plain list. */
function expectSameRows({ expect }: CheckContext, answer: Answer, plain: readonly Seen[]): void {
  if (plain.length === 0) inconclusive('the list is empty');
  expect.status(answer, 200);
  const ids = rowsOf(answer).map(idOf);
  const due = JSON.stringify(plain.map(idOf));
  expect.that(JSON.stringify(ids) === due, seenOf(answer, ids), `the ids in ${named(answer)}`, due);
}
