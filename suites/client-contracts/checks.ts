import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { filterForm } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { until } from '../../specification/versions.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import { expectSelected, requestFilter } from '../support/lists/filtered.js';
import { ownValues, valueFor } from '../support/lists/values.js';
import { pathOfChecks, readLists } from '../support/writing/lists.js';
import { expectFields, expectItems, named, readOnce } from './contract.js';
import { checkForm, expectPosted, expectReturned, listOfPosted, postedCheck } from './written.js';

const FIELDS = ['id', 'date', 'user', 'state', 'target_url', 'description', 'context'];

/** Checks as clients read and create them, in the versions in which the specification says nothing. */
export const clientChecks: Group = {
  name: 'client-checks',
  requirements: [
    requirement({
      id: 'client.check.list',
      says: 'Before 1.3 too the checks of a patch are listed',
      spec: 'pwclient pwclient/api.py; b4 src/b4/review/checks.py; NIPA check_fetcher.py; snowpatch',
      versions: until('1.2'),
      consequence: 'Clients of these versions end with an error, or show no test results.',
      async check(context) {
        const answer = await listOf(context);
        context.expect.status(answer, 200);
        context.expect.array(answer);
      },
    }),
    requirement({
      id: 'client.check.list.fields',
      says: `Before 1.3 too a listed check has ${named(FIELDS)}`,
      spec: 'pwclient pwclient/api.py; b4 src/b4/review/checks.py; snowpatch src/patchwork.rs',
      versions: until('1.2'),
      consequence: 'Clients of these versions end with an error, or show blanks.',
      async check(context) {
        const form = { resource: 'check', form: 'list' } as const;
        const checks = await readOnce(form, context, async () => rowsOf(await listOf(context)));
        expectFields(context, 'check', checks, FIELDS);
      },
    }),
    requirement({
      id: 'client.check.detail',
      says: 'Before 1.2 too a listed check is returned by its id',
      spec: 'pwclient pwclient/api.py',
      versions: until('1.1'),
      compares: true,
      consequence: '`pwclient check-info` ends with an error.',
      check: async (context) =>
        context.expect.status(await context.api.get(await path(context)), 200),
    }),
    requirement({
      id: 'client.check.detail.fields',
      says: `Before 1.2 too a check by its id has ${named(FIELDS)}`,
      spec: 'pwclient pwclient/api.py',
      versions: until('1.1'),
      consequence: '`pwclient check-info` ends with an error.',
      async check(context) {
        const form = { resource: 'check', form: 'detail' } as const;
        const checks = await readOnce(form, context, async () => [
          await context.api.object(await path(context)),
        ]);
        expectFields(context, 'check', checks, FIELDS);
      },
    }),
    requirement({
      id: 'client.check.filter.user',
      says: 'Before 1.3 too `user` selects the checks of a user',
      spec: 'pwclient pwclient/api.py',
      versions: until('1.2'),
      compares: true,
      consequence: '`pwclient check-list -u` shows the results of other users.',
      async check(context) {
        expectSelected(context, [await requestFilter(filterForm('checks', 'user-id'), context)]);
      },
    }),
    requirement({
      id: 'client.check.latest',
      says: '`context`, `order=-date` and `per_page=1` return the latest check of a context',
      spec: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py',
      compares: true,
      consequence: 'The daemon posts the same result again and again.',
      async check(context) {
        const filter = filterForm('checks', 'context');
        const known = await knownItems(listNamed('checks'), context);
        const [first] = ownValues(filter, known.rows);
        const value = (await valueFor(filter, known, context)) ?? first;
        if (value === undefined) return inconclusive('no check has a `context`');
        const query = { given: [{ filter, value }], order: '-date', size: 1 };
        await expectItems(context, known, query, context.api.unversioned());
      },
    }),
    requirement({
      id: 'client.check.create',
      says: 'POST of a check stores its `state` and `context`, in 1.0 and 1.1 too',
      spec: 'NIPA pw/pw_upload.py; pwclient pwclient/api.py; pw-ci post_pw.sh; kernel-patches-daemon',
      needs: ['maintainer', 'writes'],
      consequence: 'CI systems cannot report test results.',
      async check(context) {
        const posted = await postedCheck(context);
        const { state, context: name } = posted.sent;
        const [before] = posted.before;
        await expectPosted(context, { answer: posted.answer, before }, { state, context: name });
      },
    }),
    requirement({
      id: 'client.check.create.shown',
      says: 'The response to a POST of a check is that check',
      spec: 'pwclient pwclient/api.py (_create)',
      needs: ['maintainer', 'writes'],
      consequence: '`pwclient check-create` ends with an error after it has created the check.',
      check: async (context) =>
        expectReturned(context, (await postedCheck(context)).answer, 'check'),
    }),
    requirement({
      id: 'client.check.create.numeric-state',
      says: 'POST of a check takes the state as a number, and stores it: 1 is `success`',
      spec: 'BlueZ CI libs/patchwork.py',
      needs: ['maintainer', 'writes'],
      consequence: 'The CI of BlueZ cannot report test results.',
      check: (context) => expectSuccessful(context, { form: checkForm(context, '1') }),
    }),
    requirement({
      id: 'client.check.create.multipart',
      says: 'POST of a check stores the values of a multipart body',
      spec: 'LTP ci/tools/patchwork.sh (curl -F)',
      needs: ['maintainer', 'writes'],
      consequence: 'The CI of LTP cannot report test results.',
      check: (context) =>
        expectSuccessful(context, {
          multipart: {
            state: 'success',
            context: context.write.marker,
            target_url: '',
            description: 'passed',
          },
        }),
    }),
  ],
};

/** The checks of a patch that has some. */
async function listOf({ api, instance }: CheckContext): Promise<Answer> {
  const [patch] = await instance.patchesWithChecks();
  return api.get(`patches/${patch}/checks/`, { query: { per_page: LARGEST_PAGE } });
}

/** The path of a check. */
async function path({ instance }: CheckContext): Promise<string> {
  const { patch, check } = await instance.check();
  return `patches/${patch}/checks/${check}/`;
}

/** Expects a body to create a check in the state `success`. */
async function expectSuccessful(context: CheckContext, body: Body): Promise<void> {
  const { api, write } = context;
  const [before] = await readLists(context, [listOfPosted(context)]);
  const answer = await write.send(api.as('maintainer'), 'POST', pathOfChecks(context), body);
  const due = { state: 'success', context: write.marker };
  await expectPosted(context, { answer, before }, due);
}
