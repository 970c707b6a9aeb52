import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { SignedInRole } from '../../harness/role.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { sameValue, withoutEmails } from '../support/comparison.js';
import { firstPage, firstRows } from '../support/lists/first-rows.js';
import {
  bundlesOf,
  foreignPrivates,
  isPrivate,
  isPublic,
  ownPrivateBundle,
  publicsDue,
  readByOwner,
} from '../support/private-bundles.js';
import { asControl, expectLetIn, leakBetween, REFUSALS } from '../support/refusal.js';
import { UNKNOWN_ID } from '../support/unknown-id.js';
import { privateMbox } from './mbox.js';
import { ownPrivatesListed } from './own.js';

const SPEC = 'Authentication';
const BUNDLE = 'Bundle';
const EXPOSED = 'Private bundles are visible to other users.';

const NO_PRIVATE = 'no private bundle among the first bundles of the role `user`';

const WHO: Record<SignedInRole, string> = {
  user: 'a user',
  other: 'another user',
  maintainer: 'a maintainer',
  ci: 'a CI account',
};

/** Visibility: "public bundles are visible to all; private bundles only to their owner". */
export const bundleReads: readonly Requirement[] = [
  requirement({
    id: 'auth.bundle.list.private.anonymous',
    says: 'Unauthenticated listing shows only public bundles',
    spec: BUNDLE,
    needs: ['user'],
    consequence: EXPOSED,
    async check({ api, expect }) {
      const privates = (await bundlesOf(api, 'user')).filter(isPrivate);
      if (privates.length === 0) inconclusive(NO_PRIVATE);
      const ids = privates.map((row) => at(row, 'id').value);
      const shown = await firstRows(api, 'bundles/');
      expect.none(
        shown
          .filter((row) => isPrivate(row) || ids.includes(at(row, 'id').value))
          .map((row) => exposed(row, 'anonymous callers')),
      );
    },
  }),
  ownPrivatesListed,
  privateOfOthers('user', 'other'),
  privateOfOthers('other', 'user'),
  privateOfOthers('maintainer', 'user'),
  publicOfOthers('user'),
  publicOfOthers('other'),
  publicOfOthers('maintainer'),
  requirement({
    id: 'auth.bundle.same-for-all',
    says: 'A public bundle is visible to all, with the same content',
    spec: BUNDLE,
    level: 'should',
    needs: ['signed-in'],
    compares: true,
    consequence: 'Two people see different content for the same bundle.',
    async check({ api, expect }) {
      const open = (await firstRows(api, 'bundles/')).filter(isPublic);
      const shown = new Map(
        (await firstRows(api.signedIn(), 'bundles/')).map((row) => [at(row, 'id').value, row]),
      );
      const both = open.flatMap((row) => {
        const twin = shown.get(at(row, 'id').value);
        return twin === undefined ? [] : [{ row, twin }];
      });
      expect.each(
        both,
        'no public bundle is listed for both anonymous and authenticated callers',
        ({ row, twin }) => {
          const expected = 'the same value as for anonymous callers';
          const what = `bundle ${at(row, 'id').value}, as an authenticated caller sees it`;
          const same = sameValue(withoutEmails(row.value), withoutEmails(twin.value));
          expect.that(same, twin, what, expected);
        },
      );
    },
  }),
  requirement({
    id: 'auth.bundle.private.owner',
    says: 'A private bundle is visible to its owner: `bundles/{id}/` returns 200',
    spec: SPEC,
    needs: ['user'],
    compares: true,
    consequence: 'A client cannot read a bundle that is in the list.',
    async check({ api, instance, expect }) {
      const id = await ownPrivateBundle(api, instance);
      expectLetIn(await readByOwner(api, `bundles/${id}/`), expect);
    },
  }),
  requirement({
    id: 'auth.bundle.private.anonymous',
    says: 'A private bundle is refused to unauthenticated callers with 404 (or 403)',
    spec: SPEC,
    needs: ['user'],
    consequence: EXPOSED,
    check: (context) => refusedTo('anonymous', context),
  }),
  requirement({
    id: 'auth.bundle.private.other',
    says: 'A private bundle is visible only to its owner: another user gets 404 or 403',
    spec: SPEC,
    needs: ['user', 'other'],
    consequence: EXPOSED,
    check: (context) => refusedTo('other', context),
  }),
  privateMbox,
  requirement({
    id: 'auth.bundle.no-leak',
    says: 'A refusal does not leak whether an id exists: a private bundle and an unknown id get the same response',
    spec: SPEC,
    needs: ['user'],
    compares: true,
    consequence: 'Private bundles can be found by trying ids.',
    async check({ api, instance, expect }) {
      const id = await ownPrivateBundle(api, instance);
      asControl(await readByOwner(api, `bundles/${id}/`), 'its owner');
      const existing = await api.get(`bundles/${id}/`);
      expect.none(leakBetween(existing, await api.get(`bundles/${UNKNOWN_ID}/`)));
    },
  }),
];

/** `witness` is the role that sees a private bundle which `role` must not see. */
function privateOfOthers(role: SignedInRole, witness: SignedInRole): Requirement {
  return requirement({
    id: `auth.bundle.list.private.${role}`,
    says: `A bundle is listed if it is public or owned by the caller: ${WHO[role]} sees no private bundle of others`,
    spec: BUNDLE,
    needs: [role, witness],
    consequence: EXPOSED,
    async check({ api, instance, expect }) {
      const foreign = await foreignPrivates({ api, instance }, role, witness);
      expect.none(foreign.map((row) => exposed(row, `\`${role}\``)));
      const witnessed = (await bundlesOf(api, witness)).filter(isPrivate);
      if (witnessed.length > 0) return;
      inconclusive(`no private bundle among the first bundles of the role \`${witness}\``);
    },
  });
}

function publicOfOthers(role: SignedInRole): Requirement {
  return requirement({
    id: `auth.bundle.list.public.${role}`,
    says: `Public bundles are visible to all: ${WHO[role]} sees the bundles that anonymous callers see`,
    spec: BUNDLE,
    needs: [role],
    compares: true,
    consequence: 'A client that signs in no longer sees bundles that it saw before.',
    async check({ api, expect }) {
      if ((await firstPage(api, 'bundles/')).status === 200) {
        expect.status(await firstPage(api.as(role), 'bundles/'), 200);
      }
      const due = await publicsDue(api, role);
      const shown = (await bundlesOf(api, role)).map((row) => at(row, 'id').value);
      expect.each(due, 'there is no public bundle', (row) => {
        const id = at(row, 'id');
        expect.that(shown.includes(id.value), id, 'public bundle', `listed for ${role}`);
      });
    },
  });
}

async function refusedTo(
  role: 'anonymous' | 'other',
  { api, instance, expect, accept }: CheckContext,
): Promise<void> {
  const path = `bundles/${await ownPrivateBundle(api, instance)}/`;
  asControl(await readByOwner(api, path), 'its owner');
  const answer = await api.as(role).get(path);
  expect.status(answer, ...REFUSALS);
  accept(`refused with ${answer.status}`);
}

function exposed(row: Seen, whom: string): Mismatch {
  const id = at(row, 'id').value;
  return {
    message: `private bundle ${id} is listed for ${whom}, who does not own it`,
    pointer: row.at.pointer,
    expected: `not to be listed for ${whom}`,
    received: { id, public: at(row, 'public').value },
    exchange: row.at.exchange,
  };
}
