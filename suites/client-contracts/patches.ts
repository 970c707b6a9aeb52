import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { since } from '../../specification/versions.js';
import { readerOf } from '../support/first-rows.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import { type ContractFacts, expectFields, expectItems } from './contract.js';
import { detailed, patchFields } from './patch-fields.js';
import { patchFilters } from './patch-filters.js';

/** The states of a check, the worst last: with a pending check a patch has no success. */
const STATES = ['success', 'pending', 'warning', 'fail'];

/** Patches as clients read them, and the orders of lists. */
export const clientPatches: Group = {
  name: 'client-patches',
  requirements: [
    ...patchFields,
    requirement({
      id: 'client.patch.check',
      says: '`check` of a patch is the worst state among the latest checks of each user and context',
      spec: 'b4 src/b4/review/checks.py; NIPA check_fetcher.py; BlueZ CI libs/patchwork.py',
      compares: true,
      consequence: 'A maintainer merges a patch whose tests fail.',
      async check({ api, instance, expect }) {
        const [id] = await instance.patchesWithChecks();
        const checks = await allChecks(api, `patches/${id}/checks/`);
        if (checks.length === 0) return inconclusive(`patch ${id} has no check, or too many`);
        const state = at(await api.object(`patches/${id}/`), 'check');
        const due = combined(checks);
        expect.that(state.value === due, state, '`check` of a patch', due);
      },
    }),
    ...patchFilters,
    ordering('patches', ['-date'], {
      id: 'client.patch.order',
      says: '`order=-date` lists the newest patches first',
      spec: 'b4 src/b4/review/_review.py; git-pw git_pw/patch.py',
      consequence: 'A maintainer who looks at the first page is shown the oldest patches.',
    }),
    ordering('series', ['-id', '-date'], {
      id: 'client.series.order',
      says: '`order=-id` and `order=-date` list the newest series first',
      spec: 'git-pw git_pw/series.py; snowpatch src/patchwork.rs; pw-ci pw_mon',
      consequence: 'A CI system that reads the first page tests the oldest series again.',
    }),
    ordering('bundles', ['name'], {
      id: 'client.bundle.order',
      says: '`order=name` lists bundles by name',
      spec: 'git-pw git_pw/bundle.py',
      consequence: '`git-pw bundle list` is not sorted.',
    }),
    requirement({
      id: 'client.patch.unknown',
      says: 'A patch that does not exist returns 404',
      spec: 'pwcli pwcli; pwclient pwclient/api.py',
      consequence: 'A client that looks up a wrong id ends with an exception.',
      async check(context) {
        // A 404 proves nothing if existing patches cannot be read.
        await detailed(context);
        const answer = await context.api.unversioned().get(`patches/${UNKNOWN_ID}/`);
        context.expect.status(answer, 404);
      },
    }),
    requirement({
      id: 'client.patch.comments',
      says: 'From 1.1 on the comments of a patch are listed, each with `content` and `submitter`',
      spec: 'pwcli pwcli; patman tools/patman/patchwork.py; pw-ci pw_mon',
      versions: since('1.1'),
      consequence: 'A maintainer is not shown the review of a patch.',
      async check(context) {
        const answer = await comments(context);
        context.expect.status(answer, 200);
        context.expect.array(answer);
        expectFields(context, 'comment', rowsOf(answer), ['id', 'content', 'submitter']);
      },
    }),
    requirement({
      id: 'client.patch.comments.unknown',
      says: 'From 1.1 on the comments of a patch that does not exist return 404',
      spec: 'pwcli pwcli; patman tools/patman/patchwork.py',
      versions: since('1.1'),
      consequence: 'A client takes a patch that does not exist for one without comments.',
      async check(context) {
        const control = await comments(context);
        if (control.status !== 200) return inconclusive('comments of patches cannot be read');
        const path = `patches/${UNKNOWN_ID}/comments/`;
        context.expect.status(await context.api.unversioned().get(path), 404);
      },
    }),
  ],
};

/** The comments of a patch that has some. */
async function comments({ api, instance }: Where): Promise<Answer> {
  const [patch] = await instance.patchesWithComments();
  return api.get(`patches/${patch}/comments/`, { query: { per_page: LARGEST_PAGE } });
}

/** The checks of a patch, of up to ten pages: runs with writes leave some for good. Empty if there are more. */
async function allChecks(api: Api, path: string): Promise<Seen[]> {
  const checks: Seen[] = [];
  for (let page = 1; page <= 10; page += 1) {
    // The first page is read by others too, without `page`.
    const query = { ...(page > 1 && { page }), per_page: LARGEST_PAGE };
    const rows = rowsOf(await api.get(path, { query }));
    checks.push(...rows);
    if (rows.length < LARGEST_PAGE) return checks;
  }
  return [];
}

/** The contract that a list can be sorted in these orders. */
function ordering(list: string, orders: readonly string[], facts: ContractFacts): Requirement {
  return requirement({
    ...facts,
    compares: 'list',
    async check(context) {
      const known = await knownItems(listNamed(list), context);
      const reader = readerOf(known.path, context.api);
      for (const order of orders) await expectItems(context, known, { order }, reader);
    },
  });
}

function combined(checks: readonly Seen[]): string {
  const byId = (check: Seen) => Number(at(check, 'id').value);
  const latest = new Map<string, unknown>();
  for (const check of [...checks].sort((a, b) => byId(a) - byId(b))) {
    const key = `${at(check, 'user', 'id').value} ${at(check, 'context').value}`;
    latest.set(key, at(check, 'state').value);
  }
  const states = [...latest.values()];
  return STATES.findLast((state) => states.includes(state)) ?? 'pending';
}
