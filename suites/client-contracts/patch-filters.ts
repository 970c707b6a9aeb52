import type { CheckContext } from '../../harness/check-context.js';
import { seenOf } from '../../harness/place.js';
import { type Declared, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import type { FilterForm } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { ALL, since } from '../../specification/versions.js';
import { type KnownItems, knownItems, rowsOf } from '../support/known-rows.js';
import type { ListQuery } from '../support/lists/query.js';
import { ownValues, valueFor } from '../support/lists/values.js';
import { type ContractFacts, expectItems } from './contract.js';

/** A filter of the list of patches, in one form of its value. */
function filterOf(parameter: string, form: Omit<FilterForm, 'says' | 'name'>): SettledForm {
  const says = `patches by ${parameter}`;
  const filter = { parameter, says, forms: [{ ...form, says }] };
  const name = `${parameter} (${form.value})`;
  return { ...form, says, list: 'patches', filter, name, versions: ALL };
}

const STATE = filterOf('state', { value: 'word', reads: ['state'] });
const EMAIL = filterOf('submitter', {
  value: 'email',
  reads: ['submitter', 'email'],
  anyCase: true,
});
const ARCHIVED = filterOf('archived', { value: 'flag', reads: ['archived'], anyCase: true });

/** The states that CI systems ask for, by their slugs. */
const OPEN = ['new', 'under-review'];

/** Those of them that patches show, as the instance spells them. */
function openOf(states: readonly string[]): string[] {
  return states.filter((state) => OPEN.includes(state.toLowerCase().replaceAll(' ', '-')));
}

/** A contract that compares a filtered list with the plain one. */
function filtering(facts: Declared): Requirement {
  return requirement({ compares: 'list', ...facts });
}

/**
 * The contract that a filter by itself selects the patches with its value, and no other. Times are sent without a time
 * zone, as all clients send them.
 */
function selecting(
  filter: SettledForm,
  { isUnversioned, ...facts }: ContractFacts & { isUnversioned?: true },
): Requirement {
  return filtering({
    ...facts,
    async check(context) {
      const known = await patches(context);
      const value = await valueFor(filter, known, context);
      if (value === undefined) return inconclusive('all known patches have the same value');
      const api = isUnversioned ? context.api.unversioned() : context.api;
      const sent = filter.value === 'time' ? value.replace('Z', '') : value;
      await expectItems(context, known, { given: [{ filter, value }] }, api, {
        [filter.filter.parameter]: sent,
      });
    },
  });
}

/** The filters of the list of patches, as clients send them. */
export const patchFilters: readonly Requirement[] = [
  selecting(filterOf('project', { value: 'name', reads: ['project', 'link_name'] }), {
    id: 'client.patch.filter.project',
    says: '`project` selects the patches of a project by its link_name',
    spec: 'git-pw git_pw/api.py; pwclient pwclient/api.py; b4 src/b4/__init__.py',
    consequence: 'A client shows the patches of other projects.',
  }),
  selecting(filterOf('project', { value: 'id', reads: ['project', 'id'] }), {
    id: 'client.patch.filter.project-id',
    says: '`project` selects the patches of a project by its id',
    spec: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py; NIPA pw/patchwork.py',
    isUnversioned: true,
    consequence: 'A CI system tests the patches of other projects.',
  }),
  selecting(STATE, {
    id: 'client.patch.filter.state',
    says: '`state` selects the patches in a state by its slug',
    spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; b4 src/b4/review/_review.py; pwcli',
    consequence: 'A maintainer is shown patches that were dealt with long ago.',
  }),
  filtering({
    id: 'client.patch.filter.state.repeated',
    says: '`state` given twice selects the patches in either state, in 1.0 too',
    spec: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; pwcli',
    consequence: 'Patches in one of the states are not shown.',
    async check(context) {
      const known = await patches(context);
      const states = ownValues(STATE, known.rows);
      if (states.length < 3) return inconclusive('known patches are in fewer than three states');
      await expectItems(context, known, inStates(states.slice(0, 2)), context.api);
    },
  }),
  filtering({
    id: 'client.patch.filter.state-number',
    says: '`state=1&state=2` selects the patches in the states `new` and `under-review`',
    spec: 'NIPA pw/patchwork.py; BlueZ CI libs/patchwork.py',
    consequence: 'A CI system tests no patches, or tests all of them again.',
    async check(context) {
      const known = await patches(context);
      const states = ownValues(STATE, known.rows);
      const open = openOf(states);
      if (open.length < OPEN.length || states.length === OPEN.length) {
        return inconclusive(`no known patch is in \`${OPEN.join('`, in `')}\` or in another state`);
      }
      const sent = { state: [1, 2] };
      await expectItems(context, known, inStates(open), context.api.unversioned(), sent);
    },
  }),
  filtering({
    id: 'client.patch.filter.state-number.kernel',
    says: 'The numbers 1, 2, 5, 7, 13 and 15 given together select at least the patches in `new` and `under-review`',
    spec: 'kernel-patches-daemon kernel_patches_daemon/patchwork.py',
    consequence: 'A number that names no state of the instance leaves the daemon without patches.',
    async check(context) {
      const states = ownValues(STATE, (await patches(context)).rows);
      if (openOf(states).length === 0) {
        return inconclusive(`no known patch is in ${OPEN.join(' or ')}`);
      }
      const query = { state: [1, 2, 5, 7, 13, 15], per_page: LARGEST_PAGE };
      const answer = await context.api.get('patches/', { query });
      context.expect.status(answer, 200);
      context.expect.array(answer);
      const count = rowsOf(answer).length;
      const found = seenOf(answer, count);
      context.expect.that(count > 0, found, 'the number of patches', 'at least one');
    },
  }),
  filtering({
    id: 'client.patch.filter.archived',
    says: '`archived` selects by `true`, as git-pw sends it, and by `False`, as b4 does',
    spec: 'git-pw git_pw/patch.py; b4 src/b4/review/_review.py; kernel-patches-daemon',
    consequence: 'Archived patches are shown as open ones.',
    async check(context) {
      const known = await patches(context);
      if (ownValues(ARCHIVED, known.rows).length < 2) {
        return inconclusive('the known patches are all archived, or none of them is');
      }
      for (const value of ['true', 'False']) {
        const given = [{ filter: ARCHIVED, value }];
        await expectItems(context, known, { given }, context.api.unversioned());
      }
    },
  }),
  selecting(filterOf('submitter', { value: 'id', reads: ['submitter', 'id'] }), {
    id: 'client.patch.filter.submitter',
    says: '`submitter` selects the patches of a person by id',
    spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py',
    consequence: 'A client shows the patches of other people.',
  }),
  selecting(EMAIL, {
    id: 'client.patch.filter.submitter-email',
    says: 'From 1.1 on `submitter` selects the patches of a person by e-mail address',
    spec: 'git-pw git_pw/api.py',
    versions: since('1.1'),
    consequence: 'A client shows no patches, or those of other people.',
  }),
  selecting(filterOf('delegate', { value: 'id', reads: ['delegate', 'id'], blank: true }), {
    id: 'client.patch.filter.delegate',
    says: '`delegate` selects the patches delegated to a user by id',
    spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py; pwcli',
    consequence: 'A maintainer is shown the patches of other maintainers.',
  }),
  selecting(filterOf('delegate', { value: 'name', reads: ['delegate', 'username'], blank: true }), {
    id: 'client.patch.filter.delegate-name',
    says: '`delegate` selects the patches delegated to a user by username',
    spec: 'NIPA pw/patchwork.py; git-pw git_pw/api.py; kernel-patches-daemon',
    consequence: 'A CI system tests the patches of other maintainers.',
  }),
  selecting(filterOf('hash', { value: 'text', reads: ['hash'], blank: true }), {
    id: 'client.patch.filter.hash',
    says: 'From 1.2 on `hash` selects the patch with that hash',
    spec: 'git-pw git_pw/patch.py; pwclient pwclient/api.py',
    versions: since('1.2'),
    consequence: 'A client takes another patch for the one that was applied.',
  }),
  selecting(filterOf('msgid', { value: 'message-id', reads: ['msgid'] }), {
    id: 'client.patch.filter.msgid',
    says: 'From 1.2 on `msgid` selects the patch with that message id, without angle brackets',
    spec: 'b4 src/b4/__init__.py; pwclient pwclient/api.py; NIPA pw/patchwork.py',
    versions: since('1.2'),
    isUnversioned: true,
    consequence: 'A client changes the state of another patch.',
  }),
  selecting(filterOf('series', { value: 'id', reads: ['series', '*', 'id'] }), {
    id: 'client.patch.filter.series',
    says: '`series` selects the patches of a series',
    spec: 'pwclient pwclient/api.py; LTP ci/tools/patchwork.sh',
    consequence: 'A CI system tests patches of another series.',
  }),
  selecting(filterOf('since', { value: 'time', reads: ['date'], selects: 'not-older' }), {
    id: 'client.patch.filter.since',
    says: '`since` selects the patches that are not older than a time without a time zone, in UTC',
    spec: 'NIPA pw/patchwork.py; b4 src/b4/review/_review.py; kernel-patches-daemon',
    consequence: 'A CI system misses new patches, or tests old ones again.',
  }),
  selecting(filterOf('before', { value: 'time', reads: ['date'], selects: 'older' }), {
    id: 'client.patch.filter.before',
    says: '`before` selects the patches that are older than a time without a time zone, in UTC',
    spec: 'git-pw git_pw/patch.py',
    consequence: 'A client shows newer patches as well.',
  }),
];

function patches(context: CheckContext): Promise<KnownItems> {
  return knownItems(listNamed('patches'), context);
}

function inStates(states: readonly string[]): Pick<ListQuery, 'given'> {
  return { given: states.map((value) => ({ filter: STATE, value })) };
}
