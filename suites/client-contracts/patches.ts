import type { CheckContext, Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, elements, isObject, type Seen, seen } from '../../harness/place.js';
import type { Group } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { UNKNOWN_ID } from '../support/unknown-id.js';
import { contract } from './contract.js';
import { clientOrders } from './orders.js';
import { listed, patchFields } from './patch-fields.js';
import { patchFilters } from './patch-filters.js';

/** The states of a check, the worst last: with a pending check a patch has no success. */
const STATES = ['success', 'pending', 'warning', 'fail'];

/** Patches as clients read them. */
export const clientPatches: Group = {
  name: 'client-patches',
  requirements: [
    ...patchFields,
    contract({
      id: 'client.patch.check',
      says: '`check` of a patch is the worst state among the latest checks of each user and context',
      source: 'b4 src/b4/review/checks.py; NIPA check_fetcher.py; BlueZ CI libs/patchwork.py',
      breaks: ['b4', 'BlueZ CI'],
      compares: true,
      consequence: 'A maintainer merges a patch whose tests fail.',
      check: expectCombined,
    }),
    ...patchFilters,
    ...clientOrders,
    contract({
      id: 'client.patch.unknown',
      says: 'A patch that does not exist returns 404',
      source: 'pwcli pwcli; pwclient pwclient/api.py',
      breaks: ['pwclient', 'pwcli'],
      consequence: 'A client that looks up a wrong id ends with an exception.',
      async check({ api, instance, expect }) {
        await anyPatch({ api, instance });
        expect.status(await api.unversioned().get(`patches/${UNKNOWN_ID}/`), 404);
      },
    }),
    contract({
      id: 'client.patch.comments',
      says: 'From 1.1 on the comments of a patch are listed, each with `content` and `submitter`',
      source: 'pwcli pwcli; patman tools/patman/patchwork.py; pw-ci pw_mon',
      breaks: ['pwcli', 'patman', 'pw-ci'],
      versions: since('1.1'),
      consequence: 'A maintainer is not shown the review of a patch.',
      async check(context) {
        const answer = await comments(context);
        context.expect.status(answer, 200);
        context.expect.array(answer);
        const rows = elements(seen(answer));
        context.expect.each(rows, 'the patch has no comment any more', (row) => {
          const { value } = row;
          for (const name of ['id', 'content', 'submitter']) {
            const has = isObject(value) && Object.hasOwn(value, name);
            context.expect.that(has, at(row, name), `\`${name}\` of a comment`, 'the field');
          }
        });
      },
    }),
    contract({
      id: 'client.patch.comments.unknown',
      says: 'From 1.1 on the comments of a patch that does not exist return 404',
      source: 'pwcli pwcli; patman tools/patman/patchwork.py',
      breaks: ['pwcli'],
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

/** Inconclusive if no patch can be read by id, so that a 404 would prove nothing. */
async function anyPatch(where: Where): Promise<void> {
  const [row] = await listed(where);
  if (row === undefined) return inconclusive('the list of patches is empty');
  const { status } = await where.api.get(`patches/${at(row, 'id').value}/`);
  if (status !== 200) inconclusive(`a listed patch returned ${status} by its id`);
}

async function expectCombined({ api, instance, expect }: CheckContext): Promise<void> {
  const patches = await instance.patchesWithChecks(1);
  const compared = await Promise.all(
    patches.map(async (id) => {
      const answer = await api.get(`patches/${id}/checks/`, { query: { per_page: LARGEST_PAGE } });
      const rows = elements(seen(answer));
      return { patch: await api.object(`patches/${id}/`), rows };
    }),
  );
  const usable = compared.filter(({ rows }) => rows.length > 0 && rows.length < LARGEST_PAGE);
  expect.each(usable, 'no patch with few enough checks was found', ({ patch, rows }) => {
    const due = combined(rows);
    expect.that(at(patch, 'check').value === due, at(patch, 'check'), '`check` of a patch', due);
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
