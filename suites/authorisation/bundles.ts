import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { SignedInRole } from '../../harness/role.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { sameValue, withoutEmails } from '../consistency/comparison.js';
import { firstPage, firstRows } from '../conventions/sources.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { privateMbox } from './mbox.js';
import { ownPrivatesListed } from './own.js';
import {
  bundlesOf,
  isPrivate,
  isPublic,
  ownPrivateBundle,
  publicsDue,
  readByOwner,
  strangersPrivates,
} from './private.js';
import { asControl, expectLetIn, leakBetween, REFUSALS } from './refusal.js';

const SPEC = 'Authentication';
const BUNDLE = 'Bundle';
const EXPOSED = 'What somebody collected in private is shown to others.';

const NO_PRIVATE = 'none of the first bundles that the role user is shown is private';

const WHO: Record<SignedInRole, string> = {
  user: 'a user',
  other: 'another user',
  maintainer: 'a maintainer',
};

/** Who sees which bundle: "public bundles are visible to all; private bundles only to their owner". */
export const bundleReads: readonly Requirement[] = [
  requirement({
    id: 'auth.bundle.list.private.anonymous',
    says: 'Unauthenticated listing shows only public bundles',
    spec: BUNDLE,
    level: 'must',
    versions: ALL,
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
    says: 'A public bundle is visible to all, and the same to all',
    spec: BUNDLE,
    level: 'should',
    versions: ALL,
    needs: ['signed-in'],
    consequence: 'Two people who talk about a bundle do not see the same one.',
    async check({ api, expect }) {
      const open = (await firstRows(api, 'bundles/')).filter(isPublic);
      const shown = new Map(
        (await firstRows(api.signedIn(), 'bundles/')).map((row) => [at(row, 'id').value, row]),
      );
      const both = open.flatMap((row) => {
        const twin = shown.get(at(row, 'id').value);
        return twin === undefined ? [] : [{ row, twin }];
      });
      expect.each(both, 'no public bundle is shown to both', ({ row, twin }) => {
        const expected = 'what it is to a caller who does not sign in';
        const what = `bundle ${at(row, 'id').value}, to a caller who signs in`;
        const same = sameValue(withoutEmails(row.value), withoutEmails(twin.value));
        expect.that(same, twin, what, expected);
      });
    },
  }),
  requirement({
    id: 'auth.bundle.private.owner',
    says: 'A private bundle is visible to its owner: `bundles/{id}/` answers 200',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['user'],
    consequence: 'A client cannot open a bundle that the list has just shown it.',
    async check({ api, instance, expect }) {
      const id = await ownPrivateBundle(api, instance);
      expectLetIn(await readByOwner(api, `bundles/${id}/`), expect);
    },
  }),
  requirement({
    id: 'auth.bundle.private.anonymous',
    says: 'A private bundle is refused to a caller that does not sign in, with 404 (or 403)',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['user'],
    consequence: EXPOSED,
    check: (context) => refusedTo('anonymous', context),
  }),
  requirement({
    id: 'auth.bundle.private.other',
    says: 'A private bundle is visible only to its owner: another user gets 404 or 403',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['user', 'other'],
    consequence: EXPOSED,
    check: (context) => refusedTo('other', context),
  }),
  privateMbox,
  requirement({
    id: 'auth.bundle.no-leak',
    says: 'A refusal does not tell whether an id exists: a private bundle is answered like no bundle',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    needs: ['user'],
    consequence: 'Anybody can find out which private bundles there are by trying their ids.',
    async check({ api, instance, expect }) {
      const id = await ownPrivateBundle(api, instance);
      asControl(await readByOwner(api, `bundles/${id}/`), 'its owner');
      const existing = await api.get(`bundles/${id}/`);
      expect.none(leakBetween(existing, await api.get(`bundles/${UNKNOWN_ID}/`)));
    },
  }),
];

/** The witness is who is shown a private bundle that the role must not be shown. */
function privateOfOthers(role: SignedInRole, witness: SignedInRole): Requirement {
  return requirement({
    id: `auth.bundle.list.private.${role}`,
    says: `A bundle is listed if it is public or the caller's own: ${WHO[role]} sees no private one of others`,
    spec: BUNDLE,
    level: 'must',
    versions: ALL,
    needs: [role, witness],
    consequence: EXPOSED,
    async check({ api, instance, expect }) {
      const foreign = await strangersPrivates({ api, instance }, role, witness);
      expect.none(foreign.map((row) => exposed(row, `the role ${role}`)));
      const witnessed = (await bundlesOf(api, witness)).filter(isPrivate);
      if (witnessed.length > 0) return;
      inconclusive(`none of the first bundles that the role ${witness} is shown is private`);
    },
  });
}

function publicOfOthers(role: SignedInRole): Requirement {
  return requirement({
    id: `auth.bundle.list.public.${role}`,
    says: `Public bundles are visible to all: ${WHO[role]} is shown those that anonymous callers are shown`,
    spec: BUNDLE,
    level: 'must',
    versions: ALL,
    needs: [role],
    consequence: 'A client that signs in loses bundles that it saw before.',
    async check({ api, expect }) {
      // Where it is refused to whoever signs in, that is said once.
      const isFirst = api.signedIn().role === role;
      const signedIn = await firstPage(api.signedIn(), 'bundles/');
      const open = await firstPage(api, 'bundles/');
      if (open.status === 200 && (isFirst || signedIn.status === 200)) {
        expect.status(await firstPage(api.as(role), 'bundles/'), 200);
      }
      const due = await publicsDue(api, role);
      const shown = (await bundlesOf(api, role)).map((row) => at(row, 'id').value);
      expect.each(due, 'no bundle is public', (row) => {
        const id = at(row, 'id');
        expect.that(shown.includes(id.value), id, 'public bundle', `listed to the role ${role}`);
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
  // What everybody is shown is judged by `auth.bundle.private.anonymous`: one defect, one row.
  if (answer.status === 200 && (await api.get(path)).status === 200 && role !== 'anonymous') {
    return inconclusive('it is shown to everybody, signed in or not');
  }
  expect.status(answer, ...REFUSALS);
  accept(`refused with ${answer.status}`);
}

function exposed(row: Seen, whom: string): Mismatch {
  const id = at(row, 'id').value;
  return {
    message: `bundle ${id} is private and listed to ${whom}, whose it is not`,
    pointer: row.at.pointer,
    expected: `not to be listed to ${whom}`,
    received: { id, public: at(row, 'public').value },
    exchange: row.at.exchange,
  };
}
