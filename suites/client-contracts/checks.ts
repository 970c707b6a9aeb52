import type { CheckContext, Where } from '../../harness/check-context.js';
import { at, isObject, type Seen, seen } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { until } from '../../specification/versions.js';
import { expectHeld, requestAlone } from '../support/lists/filtered.js';
import { timeOf } from '../support/timestamp.js';

import { anotherRole } from '../support/writing/creation.js';
import { type Contract, contract, named } from './contract.js';
import { readOnce } from './seen-fields.js';

function creating(facts: Contract): Requirement {
  return contract({ needs: ['maintainer', 'writes'], ...facts });
}

const FIELDS = ['id', 'date', 'user', 'state', 'target_url', 'description', 'context'];

/** The versions whose list of checks the specification does not give. */
const UNLISTED = until('1.2');

/** Checks as clients read and create them, in the versions in which the specification says nothing. */
export const clientChecks: Group = {
  name: 'client-checks',
  requirements: [
    contract({
      id: 'client.check.list',
      says: `Before 1.3 too the checks of a patch are listed, each with ${named(FIELDS)}`,
      source:
        'pwclient pwclient/api.py; b4 src/b4/review/checks.py; NIPA check_fetcher.py; snowpatch',
      breaks: ['pwclient', 'b4', 'NIPA', 'kernel-patches-daemon', 'snowpatch', 'pw-ci', 'LTP'],
      versions: UNLISTED,
      consequence: 'Clients of these versions end with an error, or show no test results.',
      async check(context) {
        const { api, instance } = context;
        const [patch] = await instance.patchesWithChecks();
        const path = `patches/${patch}/checks/`;
        const answer = await api.get(path, { query: { per_page: LARGEST_PAGE } });
        context.expect.status(answer, 200);
        const rows = await checksOfPatch(context);
        context.expect.each(rows, 'the patch has no check', (row) => expectFields(context, row));
      },
    }),
    contract({
      id: 'client.check.detail',
      says: 'Before 1.2 too a listed check is returned by its id',
      source: 'pwclient pwclient/api.py',
      breaks: ['pwclient'],
      versions: until('1.1'),
      compares: true,
      consequence: '`pwclient check-info` ends with an error.',
      async check(context) {
        const { patch, check } = await context.instance.check();
        const answer = await context.api.get(`patches/${patch}/checks/${check}/`);
        context.expect.status(answer, 200);
        const form = { resource: 'check', form: 'detail' } as const;
        const { api, instance } = context;
        const [read = seen(answer)] = await readOnce(form, api.version, instance, async () => [
          seen(answer),
        ]);
        expectFields(context, read);
      },
    }),
    contract({
      id: 'client.check.filter.user',
      says: 'Before 1.3 too `user` selects the checks of a user',
      source: 'pwclient pwclient/api.py',
      breaks: ['pwclient'],
      versions: UNLISTED,
      compares: true,
      consequence: '`pwclient check-list -u` shows the results of other users.',
      check: (context) => expectFilter(context, 'user-id'),
    }),
    contract({
      id: 'client.check.latest',
      says: '`context`, `order=-date` and `per_page=1` return the latest check of a context',
      source: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py',
      breaks: ['kernel-patches-daemon'],
      compares: true,
      consequence: 'The daemon posts the same result again and again.',
      check: expectLatest,
    }),
    creating({
      id: 'client.check.create',
      says: 'POST of a check creates it in 1.0 and 1.1 too, from a form that holds a `user`',
      source: 'NIPA pw/pw_upload.py',
      breaks: ['pwclient', 'NIPA', 'kernel-patches-daemon', 'snowpatch', 'pw-ci'],
      versions: ['1.0', '1.1'],
      consequence: 'NIPA cannot report test results.',
      check: (context) =>
        expectCreated(context, 'warning', {
          form: { ...someoneElse(context), state: 'warning', context: context.write.marker },
        }),
    }),
    creating({
      id: 'client.check.create.numeric-state',
      says: 'POST of a check takes the state as a number: 1 is `success`',
      source: 'BlueZ CI libs/patchwork.py',
      breaks: ['BlueZ CI', 'CKI'],
      consequence: 'The CI of BlueZ cannot report test results.',
      check: (context) =>
        expectCreated(context, 'success', {
          form: { ...someoneElse(context), state: '1', context: context.write.marker },
        }),
    }),
    creating({
      id: 'client.check.create.multipart',
      says: 'POST of a check takes a multipart body',
      source: 'LTP ci/tools/patchwork.sh (curl -F)',
      breaks: ['LTP'],
      consequence: 'The CI of LTP cannot report test results.',
      check: (context) =>
        expectCreated(context, 'success', {
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

/** The checks of the patch that has most of them. */
function checksOfPatch({ api, instance }: Where): Promise<Seen[]> {
  const form = { resource: 'check', form: 'list' } as const;
  return readOnce(form, api.version, instance, async () => {
    const [patch] = await instance.patchesWithChecks();
    return api.list(`patches/${patch}/checks/`, { per_page: LARGEST_PAGE });
  });
}

function expectFields({ expect }: CheckContext, check: Seen): void {
  expect.all(FIELDS, (name) => {
    const has = isObject(check.value) && Object.hasOwn(check.value, name);
    expect.that(has, at(check, name), `\`${name}\` of a check`, 'the field');
  });
}

/** A filter that the specification gives in later versions. */
async function expectFilter(context: CheckContext, name: string): Promise<void> {
  const form = FILTER_FORMS.find((each) => each.list === 'checks' && each.name === name);
  if (form === undefined) throw new RangeError(`checks have no filter ${name}`);
  expectHeld(context, [await requestAlone({ ...form, versions: UNLISTED }, context)]);
}

async function expectLatest(context: CheckContext): Promise<void> {
  const { api, instance, expect } = context;
  const [patch] = await instance.patchesWithChecks();
  const all = await api.list(`patches/${patch}/checks/`, { per_page: LARGEST_PAGE });
  const contexts = all.map((row) => at(row, 'context').value);
  const several = contexts.find((each, index) => contexts.indexOf(each) !== index) ?? contexts[0];
  if (typeof several !== 'string' || all.length >= LARGEST_PAGE) {
    return inconclusive('no patch with a few checks was found');
  }
  const query = { context: several, order: '-date', per_page: 1 };
  const [row] = await api.unversioned().list(`patches/${patch}/checks/`, query);
  const found = row ?? inconclusive(`no check of the context ${several} was returned`);
  expect.that(at(found, 'context').value === several, at(found, 'context'), '`context`', several);
  const own = all.filter((each) => at(each, 'context').value === several);
  const times = own.map((each) => timeOf(at(each, 'date').value) ?? 0);
  const due = Math.max(...times);
  const expected = `the latest one, ${new Date(due).toISOString()}`;
  expect.that(timeOf(at(found, 'date').value) === due, at(found, 'date'), '`date`', expected);
}

/** The id of another role, as the specification's own requirement sends it. */
function someoneElse(context: CheckContext): Record<string, string> {
  const other = anotherRole(context, 'user', 'maintainer');
  return Object.fromEntries(Object.entries(other).map(([name, id]) => [name, String(id)]));
}

async function expectCreated(context: CheckContext, state: string, body: Body): Promise<void> {
  const { api, write, expect } = context;
  const path = `patches/${write.patch()}/checks/`;
  const answer = await write.send(api.as('maintainer'), 'POST', path, body);
  expect.status(answer, 201);
  const check = seen(answer);
  // Whether `user` is ignored has a requirement of its own (check.create.user).
  expect.that(at(check, 'state').value === state, at(check, 'state'), '`state`', state);
}
