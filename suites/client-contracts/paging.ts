import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { at, type Seen, seen, seenOf } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstRows, idOf, readerOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { isUrl } from '../support/url.js';
import { textOf } from './contract.js';
import { clientLinks } from './links.js';

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
    ...clientLinks,
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
