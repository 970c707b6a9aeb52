import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Group } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { firstPage, firstRows, idOf } from '../support/lists/first-rows.js';
import { knownOf, rowsOf } from '../support/lists/list.js';
import { contract } from './contract.js';

/** How many requests at once patman sends, and how many a run must have sent to say anything. */
const BURST = 50;

/** Pages and queries as clients use them. */
export const clientPaging: Group = {
  name: 'client-paging',
  requirements: [
    contract({
      id: 'client.link.spelling',
      says: 'The header of the links is spelt `Link`',
      source: 'pwclient pwclient/api.py (_get_next_page)',
      breaks: ['pwclient'],
      consequence: 'pwclient shows the first page of every list, without an error.',
      async check(context) {
        const answer = await pageWithNext(context);
        const spelt = answer.headerNames.find((name) => name.toLowerCase() === 'link');
        const found = seen(answer, spelt);
        context.expect.that(spelt === 'Link', found, 'the name of the header', '`Link`');
      },
    }),
    contract({
      id: 'client.link.next-first',
      says: 'The first entry of the `Link` header is `next`, if there is a next page',
      source: 'pwclient pwclient/api.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
      breaks: ['pwclient', 'NIPA', 'BlueZ CI', 'CKI'],
      consequence: 'Clients stop after the first page without an error, or follow a wrong link.',
      async check(context) {
        const answer = await pageWithNext(context);
        const text = header(answer, 'link') ?? '';
        const isFirst = /^<[^>]*>; rel="next"(,|$)/.test(text);
        const found = seen(answer, text);
        context.expect.that(isFirst, found, 'Link', '<URL>; rel="next" as its first entry');
      },
    }),
    contract({
      id: 'client.link.absolute',
      says: 'The URLs in the `Link` header are absolute',
      source: 'NIPA pw/patchwork.py; b4 src/b4/__init__.py; kernel-patches-daemon; pwcli; BlueZ CI',
      breaks: ['b4', 'NIPA', 'pwcli', 'BlueZ CI', 'CKI'],
      consequence: 'Clients end with an exception after the first page.',
      async check(context) {
        const answer = await pageWithNext(context);
        const targets = [...(header(answer, 'link') ?? '').matchAll(/<([^>]*)>/g)];
        context.expect.each(targets, 'the Link header has no URL', ([, target = '']) => {
          const found = seen(answer, target);
          context.expect.that(/^https?:\/\//.test(target), found, 'Link', 'an absolute URL');
        });
      },
    }),
    contract({
      id: 'client.link.keeps-parameters',
      says: '`next` repeats every parameter of the request',
      source: 'b4 src/b4/review/_review.py; NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
      breaks: ['b4', 'NIPA', 'kernel-patches-daemon', 'BlueZ CI', 'CKI'],
      consequence: 'From the second page on clients get the patches of all projects and states.',
      async check(context) {
        const answer = await pageOfB4(context);
        const target = nextOf(answer) ?? '';
        const kept = new URL(target).searchParams;
        const asked = [...new URL(answer.url).searchParams].filter(([name]) => name !== 'page');
        const found = seen(answer, target);
        context.expect.all(asked, ([name, value]) => {
          const isKept = kept.getAll(name).includes(value);
          context.expect.that(isKept, found, '`next`', `a URL with ${name}=${value}`);
        });
      },
    }),
    contract({
      id: 'client.link.last-counts',
      says: 'With `per_page=1` the page number in `last` is the number of items',
      source: 'b4 src/b4/review/_review.py',
      breaks: ['b4'],
      compares: true,
      consequence: 'b4 shows a wrong number of open patches.',
      async check(context) {
        const { api, expect } = context;
        const answer = await pageOfB4(context);
        const [last] = linksTo(parseLinkHeader(answer.headers.link, answer.url), 'last');
        const found = seen(answer, header(answer, 'link'));
        expect.that(last !== undefined, found, 'Link', 'a link `last`');
        const end = await api.follow(last?.target ?? '');
        const isEnd = rowsOf(end).length === 1 && nextOf(end) === undefined;
        expect.that(isEnd, found, '`last`', `the page of the last item (${named(end)} is not)`);
      },
    }),
    contract({
      id: 'client.query.unknown-parameter',
      says: 'Parameters that a list does not know are ignored',
      source: 'pw-ci pw_mon; LTP ci/tools/patchwork.sh',
      breaks: ['pw-ci', 'LTP'],
      compares: true,
      consequence: 'CI systems end with an error, or test nothing.',
      check: (context) =>
        expectSameRows(context, 'series', { state: 'new', archived: 'false', archive: 'no' }),
    }),
    contract({
      id: 'client.query.empty-project',
      level: 'should',
      says: 'An empty `project` selects the patches of all projects',
      source: 'git-pw git_pw/api.py',
      breaks: ['git-pw'],
      compares: true,
      consequence: '`git-pw patch list` with the project `*` shows nothing, or an error.',
      check: (context) => expectSameRows(context, 'patches', { project: '' }),
    }),
    contract({
      id: 'client.query.project-of-people',
      says: 'The lists of people and users ignore `project`',
      source: 'git-pw git_pw/api.py',
      breaks: ['git-pw'],
      needs: ['signed-in'],
      compares: true,
      consequence: 'git-pw does not find a submitter or a delegate by name.',
      async check(context) {
        const [row] = await firstRows(context.api, 'projects/');
        const { value } = at(row ?? inconclusive('no project is listed'), 'link_name');
        await expectSameRows(context, 'people', { project: String(value) });
      },
    }),
    contract({
      id: 'client.redirect.query',
      says: 'A list without a trailing slash is returned, or is redirected to on the same host, with its query',
      source: 'b4 src/b4/__init__.py; snowpatch src/patchwork.rs',
      breaks: ['b4', 'snowpatch', 'CKI'],
      compares: true,
      consequence: 'b4 finds no patch for a message id, and updates nothing.',
      async check({ api, expect }) {
        const rows = await firstRows(api, 'patches/');
        if (rows.length === 0) return inconclusive('the list of patches is empty');
        const path = api.unversioned().path('patches', { per_page: LARGEST_PAGE });
        const answer = await api.followWithRedirect(path);
        expect.status(answer, 200);
        const ids: Seen = seen(answer, rowsOf(answer).map(idOf));
        const due = JSON.stringify(rows.map(idOf));
        expect.that(JSON.stringify(ids.value) === due, ids, 'the ids', due);
      },
    }),
    contract({
      id: 'client.burst',
      says: 'Many requests in a short time are all answered: none is refused with 429 or 503',
      source: 'patman tools/patman/patchwork.py (50 requests at once)',
      breaks: ['patman'],
      runsLast: true,
      consequence: 'patman ends with an exception.',
      async check({ traffic, concurrency, accept, expect }) {
        const { requests, byStatus = {} } = traffic();
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

/** A page with a `next` link, among those that were read anyway if there is one. */
function pageWithNext(context: CheckContext): Promise<Answer> {
  const { api, instance } = context;
  return instance.once(`a page with next in ${api.version}`, async () => {
    const paths = ['patches/', 'events/', 'covers/', 'series/'];
    for (const path of paths) {
      const answer = await firstPage(api, path);
      if (nextOf(answer) !== undefined) return answer;
    }
    const answer = await api.get('patches/', { query: { per_page: 1 } });
    return nextOf(answer) === undefined ? inconclusive('no list has a next page') : answer;
  });
}

/** The first page of a list of open patches, one on each page, as b4 requests it. */
function pageOfB4({ api, instance }: CheckContext): Promise<Answer> {
  return instance.once(`patches for b4 in ${api.version}`, async () => {
    const rows = await firstRows(api, 'patches/');
    const [row] = rows;
    const project = at(row ?? inconclusive('no patch is listed'), 'project', 'link_name').value;
    const states = [...new Set(rows.map((each) => String(at(each, 'state').value)))].slice(0, 2);
    const query = { project: String(project), state: states, order: '-date', per_page: 1 };
    const answer = await api.unversioned().get('patches/', { query });
    return nextOf(answer) === undefined ? inconclusive('there are too few patches') : answer;
  });
}

function nextOf(answer: Answer): string | undefined {
  return linksTo(parseLinkHeader(answer.headers.link, answer.url), 'next')[0]?.target;
}

/** Expects that a list returns the same items with parameters that must have no effect. */
async function expectSameRows(
  { api, expect, instance }: CheckContext,
  name: string,
  more: Query,
): Promise<void> {
  const { api: reader, path, front } = await knownOf(listNamed(name), { api, instance });
  if (front.length === 0) inconclusive(`the list ${path} is empty`);
  const query = { ...more, per_page: LARGEST_PAGE };
  const answer = await reader.unversioned().get(path, { query });
  api.note(answer);
  expect.status(answer, 200);
  const ids: Seen = seen(answer, rowsOf(answer).map(idOf));
  const due = JSON.stringify(front.map(idOf));
  expect.that(JSON.stringify(ids.value) === due, ids, `the ids in ${path}`, 'those without it');
}
