import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import type { FilterForm } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { ALL, since } from '../../specification/versions.js';
import { valuesFor } from '../support/lists/filter-values.js';
import { expectHeld, requestAlone } from '../support/lists/filtered.js';
import { type Known, knownOf } from '../support/lists/list.js';
import { listMismatches } from '../support/lists/prediction.js';
import { ask } from '../support/lists/query.js';
import { type Given, ownValue } from '../support/lists/selection.js';
import { type Contract, contract } from './contract.js';

/** A filter of the list of patches, in one form of its value. */
function filterOf(
  parameter: string,
  form: Omit<FilterForm, 'says' | 'name'>,
  versions = ALL,
): SettledForm {
  const says = `patches by ${parameter}`;
  const filter = { parameter, says, forms: [{ ...form, says }] };
  return { ...form, says, list: 'patches', filter, name: `${parameter} (${form.value})`, versions };
}

const STATE = filterOf('state', { value: 'word', reads: ['state'] });
const ARCHIVED = filterOf('archived', { value: 'flag', reads: ['archived'] });

/** A contract that compares a filtered list with the plain one. */
function filtering(facts: Contract): Requirement {
  return contract({ compares: 'list', ...facts });
}

/** A contract that one filter by itself selects the patches with its value, and no other. */
function selecting(
  form: SettledForm,
  facts: Pick<Contract, 'id' | 'says' | 'source' | 'breaks' | 'consequence'>,
): Requirement {
  return filtering({
    ...facts,
    versions: form.versions,
    check: async (context) => expectHeld(context, [await requestAlone(form, context)]),
  });
}

/** The same without a version in the URL, as some clients ask. */
function selectingUnversioned(
  form: SettledForm,
  facts: Parameters<typeof selecting>[1],
): Requirement {
  return filtering({
    ...facts,
    versions: form.versions,
    async check(context) {
      const known = await patches(context);
      const [value] = await valuesFor(form, known, context);
      if (value === undefined) return inconclusive('all known patches have the same value');
      const sent = { [form.filter.parameter]: value };
      await expectSelected(context, known, [{ filter: form, value }], sent);
    },
  });
}

/** The filters of the list of patches, as clients send them. */
export const patchFilters: readonly Requirement[] = [
  selecting(filterOf('project', { value: 'name', reads: ['project', 'link_name'] }), {
    id: 'client.patch.filter.project',
    says: '`project` selects the patches of a project by its link_name',
    source: 'git-pw git_pw/api.py; pwclient pwclient/api.py; b4 src/b4/__init__.py',
    breaks: ['git-pw', 'pwclient', 'b4', 'pwcli', 'LTP'],
    consequence: 'A client shows the patches of other projects.',
  }),
  selectingUnversioned(filterOf('project', { value: 'id', reads: ['project', 'id'] }), {
    id: 'client.patch.filter.project-id',
    says: '`project` selects the patches of a project by its id',
    source: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py; NIPA pw/patchwork.py',
    breaks: ['NIPA', 'kernel-patches-daemon', 'BlueZ CI', 'CKI'],
    consequence: 'A CI system tests the patches of other projects.',
  }),
  selecting(STATE, {
    id: 'client.patch.filter.state',
    says: '`state` selects the patches in a state by its slug',
    source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; b4 src/b4/review/_review.py; pwcli',
    breaks: ['git-pw', 'pwclient', 'b4', 'pwcli'],
    consequence: 'A maintainer is shown patches that were dealt with long ago.',
  }),
  filtering({
    id: 'client.patch.filter.state.repeated',
    says: '`state` given twice selects the patches in either state, in 1.0 too',
    source: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; pwcli',
    breaks: ['git-pw', 'b4', 'pwcli'],
    consequence: 'Patches in one of the states are not shown.',
    async check(context) {
      if (!(await requestAlone(STATE, context)).holds) {
        return inconclusive('`state` does not select by itself (see client.patch.filter.state)');
      }
      const known = await patches(context);
      const states = values(STATE, known.rows);
      const [one, other] = states;
      if (one === undefined || other === undefined || states.length < 3) {
        return inconclusive('the known patches are in fewer than three states');
      }
      await expectSelected(
        context,
        known,
        [one, other].map((value) => ({ filter: STATE, value })),
      );
    },
  }),
  filtering({
    id: 'client.patch.filter.state-number',
    says: '`state=1&state=2` selects the patches in the states `new` and `under-review`',
    source: 'NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
    breaks: ['NIPA', 'kernel-patches-daemon', 'BlueZ CI'],
    consequence: 'A CI system tests no patches, or tests all of them again.',
    check: (context) => expectNumbers(context, { new: 1, 'under-review': 2 }),
  }),
  filtering({
    id: 'client.patch.filter.state-number.kernel',
    says: 'The numbers 1, 2, 5, 7, 13 and 15 given together select at least the patches in `new` and `under-review`',
    source: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py',
    breaks: ['kernel-patches-daemon'],
    consequence: 'A number that names no state of the instance leaves the daemon without patches.',
    check: (context) => expectAtLeast(context, [1, 2, 5, 7, 13, 15], ['new', 'under-review']),
  }),
  filtering({
    id: 'client.patch.filter.archived',
    says: '`archived` selects by `true`, as git-pw sends it, and by `False`, as b4 does',
    source: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; kernel-patches-daemon',
    breaks: ['git-pw', 'pwclient', 'b4', 'NIPA', 'kernel-patches-daemon', 'BlueZ CI'],
    consequence: 'Archived patches are shown as open ones.',
    async check(context) {
      await expectFlag(context, 'true');
      await expectFlag(context, 'False');
    },
  }),
  selecting(filterOf('submitter', { value: 'id', reads: ['submitter', 'id'] }), {
    id: 'client.patch.filter.submitter',
    says: '`submitter` selects the patches of a person by id',
    source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py',
    breaks: ['git-pw', 'pwclient'],
    consequence: 'A client shows the patches of other people.',
  }),
  selecting(
    filterOf(
      'submitter',
      { value: 'email', reads: ['submitter', 'email'], anyCase: true },
      since('1.1'),
    ),
    {
      id: 'client.patch.filter.submitter-email',
      says: 'From 1.1 on `submitter` selects the patches of a person by e-mail address',
      source: 'git-pw git_pw/api.py',
      breaks: ['git-pw'],
      consequence: 'A client shows no patches, or those of other people.',
    },
  ),
  selecting(filterOf('delegate', { value: 'id', reads: ['delegate', 'id'], blank: true }), {
    id: 'client.patch.filter.delegate',
    says: '`delegate` selects the patches delegated to a user by id',
    source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; pwcli',
    breaks: ['git-pw', 'kernel-patches-daemon'],
    consequence: 'A maintainer is shown the patches of other maintainers.',
  }),
  selecting(filterOf('delegate', { value: 'name', reads: ['delegate', 'username'], blank: true }), {
    id: 'client.patch.filter.delegate-name',
    says: '`delegate` selects the patches delegated to a user by username',
    source: 'NIPA pw/patchwork.py; git-pw git_pw/api.py; kernel-patches-daemon',
    breaks: ['git-pw', 'pwclient', 'NIPA', 'pwcli'],
    consequence: 'A CI system tests the patches of other maintainers.',
  }),
  selecting(filterOf('hash', { value: 'text', reads: ['hash'], blank: true }, since('1.2')), {
    id: 'client.patch.filter.hash',
    says: 'From 1.2 on `hash` selects the patch with that hash',
    source: 'git-pw git_pw/patch.py; pwclient pwclient/api.py',
    breaks: ['git-pw', 'pwclient'],
    consequence: 'A client takes another patch for the one that was applied.',
  }),
  selectingUnversioned(filterOf('msgid', { value: 'message-id', reads: ['msgid'] }, since('1.2')), {
    id: 'client.patch.filter.msgid',
    says: 'From 1.2 on `msgid` selects the patch with that message id, without angle brackets',
    source: 'b4 src/b4/__init__.py; pwclient pwclient/api.py; NIPA pw/patchwork.py',
    breaks: ['pwclient', 'b4'],
    consequence: 'A client changes the state of another patch.',
  }),
  selecting(filterOf('series', { value: 'id', reads: ['series', '*', 'id'] }), {
    id: 'client.patch.filter.series',
    says: '`series` selects the patches of a series',
    source: 'pwclient pwclient/api.py; LTP ci/tools/patchwork.sh',
    breaks: ['pwclient', 'LTP'],
    consequence: 'A CI system tests patches of another series.',
  }),
  selecting(filterOf('since', { value: 'time', reads: ['date'], selects: 'not-older' }), {
    id: 'client.patch.filter.since',
    says: '`since` selects the patches that are not older than a time',
    source: 'NIPA pw/patchwork.py; b4 src/b4/review/_review.py; kernel-patches-daemon',
    breaks: ['git-pw', 'b4', 'NIPA', 'kernel-patches-daemon', 'CKI'],
    consequence: 'A CI system misses new patches, or tests old ones again.',
  }),
  selecting(filterOf('before', { value: 'time', reads: ['date'], selects: 'older' }), {
    id: 'client.patch.filter.before',
    says: '`before` selects the patches that are older than a time',
    source: 'git-pw git_pw/patch.py',
    breaks: ['git-pw'],
    consequence: 'A client shows newer patches as well.',
  }),
];

function patches(context: CheckContext): Promise<Known> {
  return knownOf(listNamed('patches'), context);
}

/** The values of a filter among some patches, the most frequent first. */
function values(filter: SettledForm, rows: readonly Seen[]): string[] {
  const all = rows.flatMap((row) => ownValue(filter, row) ?? []);
  const countOf = (value: string) => all.filter((each) => each === value).length;
  return [...new Set(all)].sort((a, b) => countOf(b) - countOf(a));
}

/**
 * Expects exactly the patches that `given` selects for the parameters of `sent`, in the latest
 * version; without them for those of `given`, in the version under test.
 */
async function expectSelected(
  { api, expect }: CheckContext,
  known: Known,
  given: readonly Given[],
  sent?: Query,
): Promise<void> {
  const query = { given, size: LARGEST_PAGE };
  const answer =
    sent === undefined
      ? await ask(known, query)
      : await api.unversioned().get('patches/', { query: { ...sent, per_page: LARGEST_PAGE } });
  api.note(answer);
  const wrong = listMismatches(query, known, answer).filter(
    ({ matter }) => matter !== 'page' && matter !== 'count',
  );
  expect.none(wrong);
}

async function expectNumbers(
  context: CheckContext,
  numbers: Readonly<Record<string, number>>,
): Promise<void> {
  const known = await patches(context);
  const shown = values(STATE, known.rows);
  const states = Object.keys(numbers);
  const missing = states.find((state) => !shown.includes(state));
  if (missing !== undefined) return inconclusive(`no known patch is in the state \`${missing}\``);
  if (shown.length === states.length) return inconclusive('no known patch is in another state');
  const given = states.map((value) => ({ filter: STATE, value }));
  await expectSelected(context, known, given, { state: Object.values(numbers) });
}

async function expectAtLeast(
  context: CheckContext,
  numbers: readonly number[],
  states: readonly string[],
): Promise<void> {
  const known = await patches(context);
  const due = known.rows.filter((row) => states.includes(String(at(row, 'state').value)));
  if (due.length === 0) return inconclusive(`no known patch is in ${states.join(' or ')}`);
  const query = { state: [...numbers], per_page: LARGEST_PAGE };
  const answer = await known.api.get('patches/', { query });
  context.api.note(answer);
  context.expect.status(answer, 200);
  context.expect.array(answer);
  const rows = Array.isArray(answer.json) ? answer.json : [];
  const list: Seen = seen(answer, rows.length);
  context.expect.that(rows.length > 0, list, 'the number of patches', 'at least one');
}

async function expectFlag(context: CheckContext, spelling: string): Promise<void> {
  const known = await patches(context);
  const shown = values(ARCHIVED, known.rows);
  if (shown.length < 2) {
    return inconclusive('the known patches are all archived, or none of them is');
  }
  const value = spelling.toLowerCase();
  await expectSelected(context, known, [{ filter: ARCHIVED, value }], { archived: spelling });
}
