import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { Memo } from '../../harness/memo.js';
import { seen, valueAt } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { isWhole } from '../support/first-rows.js';
import { canSignIn } from '../support/writing/callers.js';
import { madeBundle, makePublic } from '../support/writing/created-bundle.js';
import { itemsOf, readLists } from '../support/writing/lists.js';
import { type SubjectRule, writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

/** The bundle as callers other than its owner see it; undefined for a role that the run does not have. */
interface View {
  anonymous: Answer;
  other: Answer | undefined;
  /** The list for anonymous callers. */
  list: Answer | undefined;
}

/** The bundle while it is public, and after it was made private again. */
interface Views {
  id: number;
  open: View;
  closed: View;
}

/** A bundle becomes visible when it is made public, and invisible when it is made private again. */
export const visibility: readonly Requirement[] = [
  ofViews({
    id: 'bundle.published.readable',
    says: 'A bundle that is made public is visible to all: GET returns 200, anonymously and for another user',
    consequence: 'A user shares a bundle, but other people cannot open it.',
    expects({ expect }, { open }) {
      expect.status(open.anonymous, 200);
      if (open.other !== undefined) expect.status(open.other, 200);
    },
  }),
  ofViews({
    id: 'bundle.published.listed',
    says: 'A bundle that is made public is in the list for anonymous callers',
    consequence: 'A user shares a bundle, but other people do not find it in the list.',
    expects({ expect }, { id, open }) {
      const isListed = isIn(open, id);
      if (!isListed && open.list && !isWhole(open.list)) {
        inconclusive('there are more public bundles than fit on one page');
      }
      if (open.list) expect.status(open.list, 200);
      expect.that(isListed, seen(open.anonymous), 'bundles/', `bundle ${id} in the list`);
    },
  }),
  ofViews({
    id: 'bundle.withdrawn.anonymous',
    says: 'A bundle that is made private is no longer visible to anonymous callers: 404 (or 403)',
    consequence: 'A bundle that was made private is still visible to everybody.',
    expects: (context, { open, closed }) => expectClosed(context, open.anonymous, closed.anonymous),
  }),
  ofViews({
    id: 'bundle.withdrawn.other',
    says: 'A bundle that is made private is visible only to its owner: another user gets 404 (or 403)',
    needs: ['other'],
    consequence: 'A bundle that was made private is still visible to other users.',
    expects: (context, { open, closed }) => expectClosed(context, open.other, closed.other),
  }),
  ofViews({
    id: 'bundle.withdrawn.unlisted',
    says: 'A bundle that is made private is no longer in the list for anonymous callers',
    consequence: 'A bundle that was made private is still listed for everybody.',
    expects({ expect }, { id, open, closed }) {
      if (!isIn(open, id)) {
        inconclusive('the bundle was not listed while it was public', 'failed-write');
      }
      if (closed.list) expect.status(closed.list, 200);
      expect.that(!isIn(closed, id), seen(closed.anonymous), 'bundles/', `no bundle ${id}`);
    },
  }),
];

const VIEWS = new Memo<Views>();

/** Declares a requirement on both views, which are read once in a version. */
function ofViews({
  expects,
  ...declared
}: Omit<SubjectRule, 'check'> & {
  expects(context: CheckContext, views: Views): void;
}): Requirement {
  return writes(BUNDLE, {
    ...declared,
    async check(context) {
      const { api, instance } = context;
      const views = await instance.once(VIEWS, [api.version], async () => {
        const { id } = await madeBundle(context);
        await makePublic(context, true);
        const open = await view(context);
        await makePublic(context, false);
        return { id, open, closed: await view(context) };
      });
      expects(context, views);
    },
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
  // The control.
  expect.status(open, 200);
  expect.status(closed, 403, 404);
  accept(`refused with ${closed.status}`);
}
