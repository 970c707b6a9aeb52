import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { seen, valueAt } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { isWhole } from '../support/lists/first-rows.js';
import { canSignIn } from '../support/writing/callers.js';
import { madeBundle, makePublic } from '../support/writing/created-bundle.js';
import { itemsOf, readLists } from '../support/writing/lists.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

const SPEC = 'Bundle';

/** The bundle as callers other than its owner see it. */
interface View {
  anonymous: Answer;
  /** Undefined if the run has no such role. */
  other: Answer | undefined;
  /** The list for anonymous callers. */
  list: Answer | undefined;
}

/** A bundle becomes visible when it is made public, and invisible when it is made private again. */
export const visibility: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.published.readable',
    says: 'A bundle that is made public is visible to all: an anonymous GET returns 200',
    spec: SPEC,
    consequence: 'A user shares a bundle, but other people cannot open it.',
    async check(context) {
      const { open } = await views(context);
      context.expect.status(open.anonymous, 200);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.published.listed',
    says: 'A bundle that is made public is in the list for anonymous callers',
    spec: SPEC,
    consequence: 'A user shares a bundle, but other people do not find it in the list.',
    async check(context) {
      const { id, open } = await views(context);
      const isListed = isIn(open, id);
      if (!isListed && open.list && !isWhole(open.list)) {
        inconclusive('there are more public bundles than fit on one page');
      }
      const expected = `bundle ${id} in the list`;
      context.expect.that(isListed, seen(open.anonymous), 'bundles/', expected);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.anonymous',
    says: 'A bundle that is made private is no longer visible to anonymous callers: 404 (or 403)',
    spec: SPEC,
    consequence: 'A bundle that was made private is still visible to everybody.',
    async check(context) {
      const { open, closed } = await views(context);
      expectClosed(context, open.anonymous, closed.anonymous);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.other',
    says: 'A bundle that is made private is visible only to its owner: another user gets 404 (or 403)',
    spec: SPEC,
    needs: ['other'],
    consequence: 'A bundle that was made private is still visible to other users.',
    async check(context) {
      const { open, closed } = await views(context);
      expectClosed(context, open.other, closed.other);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.unlisted',
    says: 'A bundle that is made private is no longer in the list for anonymous callers',
    spec: SPEC,
    consequence: 'A bundle that was made private is still listed for everybody.',
    async check(context) {
      const { id, open, closed } = await views(context);
      if (!isIn(open, id))
        inconclusive('the bundle was not listed while it was public', 'failed-write');
      const expected = `no bundle ${id}`;
      context.expect.that(!isIn(closed, id), seen(closed.anonymous), 'bundles/', expected);
    },
  }),
];

/** The bundle while it is public, and after it was made private again; once in a version. */
function views(context: CheckContext) {
  const { api, instance } = context;
  return instance.once(`the bundle is made public and private in ${api.version}`, async () => {
    const { id } = await madeBundle(context);
    await makePublic(context, true);
    const open = await view(context);
    await makePublic(context, false);
    return { id, open, closed: await view(context) };
  });
}

async function view(context: CheckContext): Promise<View> {
  const { api } = context;
  const { path } = await madeBundle(context);
  const other = canSignIn(context, 'other') ? await api.as('other').get(path) : undefined;
  const [list] = await readLists(context, [{ path: 'bundles/', role: 'anonymous' }]);
  return { anonymous: await api.get(path), other, list };
}

function isIn({ list }: View, id: number): boolean {
  return itemsOf(list).some((row) => valueAt(row, 'id') === id);
}

function expectClosed(
  { accept, expect }: CheckContext,
  open: Answer | undefined,
  closed: Answer | undefined,
): void {
  if (open?.status !== 200 || closed === undefined) {
    inconclusive('the bundle was not visible while it was public', 'failed-write');
  }
  expect.status(closed, 403, 404);
  accept(`refused with ${closed.status}`);
}
