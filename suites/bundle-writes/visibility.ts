import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { inconclusive } from '../../harness/violation.js';
import { firstRows } from '../support/lists/first-rows.js';

import { madeBundle, makePublic } from '../support/writing/created-bundle.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

const SPEC = 'Bundle';

/** The bundle as callers other than its owner see it. */
interface View {
  anonymous: Answer;
  /** The list for anonymous callers. */
  listed: Seen[];
}

/** A bundle becomes visible when it is made public. */
export const bundlePublished: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.published.readable',
    says: 'A bundle that is made public is visible to all: an anonymous GET returns 200',
    spec: SPEC,
    consequence: 'A user shares a bundle, but other people cannot open it.',
    async check(context) {
      const { anonymous } = await published(context);
      context.expect.status(anonymous, 200);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.published.listed',
    says: 'A bundle that is made public is in the list for anonymous callers',
    spec: SPEC,
    consequence: 'A user shares a bundle, but other people do not find it in the list.',
    async check(context) {
      const { id } = await madeBundle(context);
      const { anonymous, listed } = await published(context);
      if (!holds(listed, id) && listed.length >= 100) {
        inconclusive('there are more public bundles than fit on one page');
      }
      context.expect.that(
        holds(listed, id),
        seen(anonymous),
        'bundles/',
        `bundle ${id} in the list`,
      );
    },
  }),
];

/** A bundle becomes invisible when it is made private again. */
export const bundleWithdrawn: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.withdrawn.anonymous',
    says: 'A bundle that is made private is no longer visible to anonymous callers: 404 (or 403)',
    spec: SPEC,
    consequence: 'A bundle that was made private is still visible to everybody.',
    async check(context) {
      mustBeOpen((await published(context)).anonymous);
      const { anonymous } = await withdrawn(context);
      context.expect.status(anonymous, 403, 404);
      context.accept(`refused with ${anonymous.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.other',
    says: 'A bundle that is made private is visible only to its owner: another user gets 404 (or 403)',
    spec: SPEC,
    needs: ['other'],
    consequence: 'A bundle that was made private is still visible to other users.',
    async check(context) {
      mustBeOpen((await published(context)).anonymous);
      await withdrawn(context);
      const answer = await readAs(context, 'other');
      context.expect.status(answer, 403, 404);
      context.accept(`refused with ${answer.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.unlisted',
    says: 'A bundle that is made private is no longer in the list for anonymous callers',
    spec: SPEC,
    consequence: 'A bundle that was made private is still listed for everybody.',
    async check(context) {
      const { id } = await madeBundle(context);
      if (!holds((await published(context)).listed, id))
        inconclusive('the bundle was not listed while it was public');
      const { anonymous, listed } = await withdrawn(context);
      context.expect.that(!holds(listed, id), seen(anonymous), 'bundles/', `no bundle ${id}`);
    },
  }),
];

/** The public bundle; inconclusive if it cannot be made public. */
function published(context: CheckContext): Promise<View> {
  return context.instance.once(`the bundle is public in ${context.api.version}`, async () => {
    await makePublic(context, true);
    return view(context);
  });
}

/** The bundle after it was public and was made private again. */
async function withdrawn(context: CheckContext): Promise<View> {
  await published(context);
  return context.instance.once(`the bundle is private in ${context.api.version}`, async () => {
    await makePublic(context, false);
    return view(context);
  });
}

async function view(context: CheckContext): Promise<View> {
  const anonymous = await readAs(context, 'anonymous');
  return { anonymous, listed: await firstRows(context.api, 'bundles/') };
}

async function readAs(context: CheckContext, role: Role): Promise<Answer> {
  return context.api.as(role).get((await madeBundle(context)).path);
}

function holds(rows: readonly Seen[], id: number): boolean {
  return rows.some((row) => at(row, 'id').value === id);
}

function mustBeOpen(answer: Answer): void {
  if (answer.status !== 200) inconclusive('the bundle was not visible while it was public');
}
