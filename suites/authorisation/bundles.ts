import { unexpected } from '../../harness/expect.js';
import { at, seen } from '../../harness/place.js';
import { inSection, type Requirement } from '../../harness/requirement.js';
import { NEEDED_ROLES, type Role, type SignedInRole } from '../../harness/role.js';
import { sameValue } from '../../harness/same-value.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { documentedPart } from '../../specification/tables-within.js';
import { withoutEmails } from '../support/comparison.js';
import { exposed, exposures } from '../support/exposures.js';
import { firstPage, firstRows, idOf, isAlike, isWhole } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import {
  isPrivate,
  isPublic,
  NO_PRIVATE,
  NOT_PUBLIC,
  ownerOf,
  ownPrivatePath,
  ownPrivatePaths,
  ownPrivates,
  privatesFor,
  unlistedPrivates,
} from '../support/private-bundles.js';
import { readable, readEach } from '../support/readable.js';
import { asControl, expectLetIn, REFUSALS } from '../support/refusal.js';
import { slashlessMismatches } from '../support/request-variants.js';
import { leaksOf, privateMbox, readByOtherCredentials, readInOtherWays } from './hidden.js';

const authentication = inSection('Authentication');
const visibility = inSection('Bundle');

const WHO: Record<SignedInRole, string> = {
  user: 'a user',
  other: 'another user',
  maintainer: 'a maintainer',
  ci: 'a CI account',
};

/** Visibility: "public bundles are visible to all; private bundles only to their owner". */
export const bundleReads: readonly Requirement[] = [
  visibility({
    id: 'auth.bundle.list.private.anonymous',
    says: 'Unauthenticated listing shows only public bundles',
    needs: ['user'],
    compares: true,
    consequence: 'Everybody sees the private bundles of users in the list.',
    async check({ api, instance, expect }) {
      const ids = (await ownPrivates({ api, instance })).map(idOf);
      if (ids.length === 0) inconclusive(NO_PRIVATE);
      const shown = await firstRows(api, 'bundles/');
      const foreign = shown.filter((row) => isPrivate(row) || ids.includes(idOf(row)));
      expect.none(
        foreign.map((row) => exposed(row, 'anonymous callers')),
        ids.length,
      );
    },
  }),
  visibility({
    id: 'auth.bundle.list.private.own',
    says: 'A bundle is listed if it is public or owned by the caller: a user sees their own private bundles, by token and by password',
    needs: ['user'],
    compares: true,
    consequence: 'Users do not find their private bundles.',
    async check({ api, instance, expect }) {
      const user = api.as('user');
      const isFirst = (await firstRows(user, 'bundles/')).some(isPrivate);
      const isLong = !isWhole(await firstPage(user, 'bundles/'));
      // Of a long list, the filter selects them.
      if (isFirst || (isLong && (await privatesFor(user)).length > 0)) {
        const query = isFirst ? { per_page: LARGEST_PAGE } : NOT_PUBLIC;
        // None if the role has no password.
        const byName = await readable(async () => [
          await user.get('bundles/', { query, scheme: 'basic' }),
        ]);
        const hiding = byName.filter(
          (answer) => answer.status === 200 && !rowsOf(answer).some(isPrivate),
        );
        const expected = 'the private bundles that the caller sees by token';
        const without = hiding.map((answer) => unexpected(answer, expected, 'none of them'));
        return expect.none(without, 1 + byName.length);
      }
      const unlisted = await unlistedPrivates({ api, instance });
      expect.each(unlisted, NO_PRIVATE, (bundle) => {
        const expected = 'to be listed for its owner, who can read it';
        expect.that(false, at(bundle, 'id'), '`id` of a private bundle', expected);
      });
    },
  }),
  privateOfOthers('user', 'other'),
  privateOfOthers('other', 'user'),
  privateOfOthers('maintainer', 'user'),
  publicOfOthers('user'),
  publicOfOthers('other'),
  publicOfOthers('maintainer'),
  visibility({
    id: 'auth.bundle.same-for-all',
    says: 'A public bundle is visible to all, with the same content',
    level: 'should',
    needs: ['signed-in'],
    compares: true,
    consequence: 'Two people see different content for the same bundle.',
    async check({ api, expect }) {
      const rows = (await firstRows(api, 'bundles/')).filter(isPublic);
      const open = new Map(rows.map((row) => [idOf(row), row]));
      const signedIn = await readEach(NEEDED_ROLES, (role) => firstRows(api.as(role), 'bundles/'));
      const shared = signedIn.filter((row) => open.has(idOf(row)));
      const missing = 'no public bundle is listed for both anonymous and authenticated callers';
      expect.each(shared, missing, (row) => {
        const twin = open.get(idOf(row));
        const partOf = (value: unknown) => withoutEmails(documentedPart('bundle', 'list', value));
        const same = sameValue(partOf(row.value), partOf(twin?.value));
        const what = `bundle ${idOf(row)}, as an authenticated caller sees it`;
        expect.that(same, row, what, 'the same value as for anonymous callers');
      });
    },
  }),
  authentication({
    id: 'auth.bundle.private.owner',
    says: 'A private bundle is visible to its owner: `bundles/{id}/` returns 200, also without the slash',
    needs: ['user'],
    compares: true,
    consequence: 'A client cannot read a bundle that is in the list.',
    async check({ api, instance, expect }) {
      const path = await ownPrivatePath({ api, instance });
      expectLetIn(await api.as('user').get(path), expect);
      expect.none(await slashlessMismatches(api.as('user'), path), 1);
    },
  }),
  privateRefusedTo(
    'anonymous',
    'A private bundle is refused to unauthenticated callers with 404 (or 403), in any form of the request (HEAD: without a version)',
    ['user'],
  ),
  privateRefusedTo(
    'other',
    'A private bundle is visible only to its owner: another user gets 404 or 403, in any form of request and credentials (HEAD, spelling `basic`: without a version)',
    ['user', 'other'],
  ),
  privateRefusedTo(
    'maintainer',
    'A private bundle is visible only to its owner: a maintainer gets 404 or 403, in any form of request and credentials (HEAD, spelling `basic`: without a version)',
    ['user', 'maintainer'],
  ),
  privateMbox,
  authentication({
    id: 'auth.bundle.no-leak',
    says: 'A refusal does not leak whether an id exists: a private bundle and an unknown id get the same response, to GET, and to OPTIONS without a version',
    needs: ['user'],
    compares: true,
    consequence: 'Private bundles can be found by trying ids.',
    async check({ api, instance, expect }) {
      const leaks = await readEach(await ownPrivatePaths({ api, instance }), async (path) => {
        const own = await api.as('user').get(path);
        asControl(own, 'its owner');
        return [await leaksOf(seen(own), path, api)];
      });
      expect.each(leaks, 'the owner can read no private bundle', (leak) => expect.none(leak, 0));
    },
  }),
];

/** `witness` is the role that sees a private bundle which `role` must not see. */
function privateOfOthers(role: SignedInRole, witness: SignedInRole): Requirement {
  return visibility({
    id: `auth.bundle.list.private.${role}`,
    says: `A bundle is listed if it is public or owned by the caller: ${WHO[role]} sees no private bundle of others`,
    needs: [role, witness],
    consequence: `The private bundles of others are in the list that ${WHO[role]} sees.`,
    async check({ api, instance, expect }) {
      await instance.expectApart(role, witness);
      const witnessed = await privatesFor(api.as(witness));
      if (witnessed.length === 0) inconclusive(`the role \`${witness}\` sees no private bundle`);
      const shown = await privatesFor(api.as(role));
      if ([...shown, ...witnessed].some((row) => !Number.isInteger(ownerOf(row)))) {
        inconclusive('`owner.id` of a listed bundle is not an integer (see conv.id)');
      }
      const owners = new Set(shown.map(ownerOf));
      // Private bundles of one owner, of whom the witness sees none, are the role's own.
      const areOwn = owners.size <= 1 && !witnessed.some((row) => owners.has(ownerOf(row)));
      const own = areOwn ? [...owners][0] : await instance.ownId(role);
      const foreign = shown.filter((row) => ownerOf(row) !== own);
      expect.none(
        foreign.map((row) => exposed(row, `\`${role}\``)),
        shown.length + witnessed.length,
      );
    },
  });
}

function publicOfOthers(role: SignedInRole): Requirement {
  return visibility({
    id: `auth.bundle.list.public.${role}`,
    says: `Public bundles are visible to all: ${WHO[role]} sees the bundles that anonymous callers see, each once, and reads one of others by its id`,
    needs: [role],
    compares: true,
    consequence: `A public bundle is missing from the list as soon as ${WHO[role]} signs in.`,
    async check({ api, instance, expect }) {
      const open = (await firstRows(api, 'bundles/')).filter(isPublic);
      const page = await firstPage(api.as(role), 'bundles/');
      expect.status(page, 200);
      const shown = await firstRows(api.as(role), 'bundles/');
      // The private bundles of the role may have moved as many public ones to the next page.
      const moved = isWhole(page) ? 0 : shown.filter((row) => !isPublic(row)).length;
      const ids = shown.map(idOf);
      // In another order, any may have moved: each that is there must be there once.
      const due =
        isWhole(page) || isAlike(open.map(idOf), ids)
          ? open.slice(0, Math.max(0, open.length - moved))
          : open.filter((row) => ids.includes(idOf(row)));
      expect.each(due, 'there is no public bundle', (row) => {
        const id = at(row, 'id');
        const times = ids.filter((each) => each === id.value).length;
        expect.that(times === 1, id, 'public bundle', `listed once for ${role}`);
      });
      const [own] = await readable(async () => [await instance.ownId(role)]);
      const foreign = open.find((row) => own !== undefined && ownerOf(row) !== own);
      const path = `bundles/${foreign && idOf(foreign)}/`;
      // What anonymous callers cannot read either has a requirement of its own.
      if (foreign === undefined || (await api.get(path)).status !== 200) return;
      expectLetIn(await api.as(role).get(path), expect);
    },
  });
}

function privateRefusedTo(role: Role, says: string, needs: SignedInRole[]): Requirement {
  return authentication({
    id: `auth.bundle.private.${role}`,
    says,
    needs,
    consequence: `A private bundle can be opened by ${role === 'anonymous' ? 'everybody' : WHO[role]}.`,
    async check({ api, instance, expect, accept }) {
      if (role !== 'anonymous') await instance.expectApart(role, 'user');
      // What an authenticated caller sees may depend on the project.
      const paths = await ownPrivatePaths({ api, instance });
      const [path = ''] = paths;
      const control = await api.as('user').get(path);
      asControl(control, 'its owner');
      // The role `user` may be the account of a maintainer.
      const own = role === 'maintainer' ? await instance.ownId(role) : undefined;
      if (own !== undefined && at(seen(control), 'owner', 'id').value === own) {
        inconclusive(`the role ${role} owns the private bundle`, 'role-rejected', { role });
      }
      const caller = api.as(role);
      const answers = await Promise.all(paths.map((each) => caller.get(each)));
      for (const answer of answers) expect.status(answer, ...REFUSALS);
      const others = await readInOtherWays(path, caller);
      if (role !== 'anonymous') others.push(...(await readByOtherCredentials(path, caller)));
      expect.none(exposures(seen(control), others), others.length);
      accept(`refused with ${answers[0]?.status}`);
    },
  });
}
