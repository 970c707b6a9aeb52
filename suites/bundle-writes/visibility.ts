import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { ownPrivateBundle } from '../authorisation/private.js';
import { firstRows } from '../conventions/sources.js';
import { seen } from '../write-rules/change.js';
import { writes } from '../write-rules/subject.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { madeBundle, makePublic } from './made.js';

const SPEC = 'Bundle';

/** What callers other than the owner are shown of a bundle. */
interface View {
  anonymous: Answer;
  /** The list that anonymous callers are shown. */
  listed: Seen[];
}

/** What becomes visible when a bundle is made public. */
export const bundlePublished: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.published.readable',
    says: 'A bundle that is made public is visible to all: GET without signing in answers 200',
    spec: SPEC,
    consequence: 'A person shares a bundle, and nobody can open it.',
    async check(context) {
      const { anonymous } = await published(context);
      context.expect.status(anonymous, 200);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.published.listed',
    says: 'A bundle that is made public is in the list that is shown without signing in',
    spec: SPEC,
    consequence: 'A person shares a bundle, and nobody can find it.',
    async check(context) {
      const { id } = await madeBundle(context);
      const { anonymous, listed } = await published(context);
      if (!holds(listed, id) && listed.length >= 100) {
        inconclusive('there are more public bundles than one page shows');
      }
      context.expect.that(
        holds(listed, id),
        seen(anonymous),
        'bundles/',
        `bundle ${id} among them`,
      );
    },
  }),
];

/** What becomes invisible when it is made private again. */
export const bundleWithdrawn: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.withdrawn.anonymous',
    says: 'A bundle that is made private is visible no more without signing in: 404 (or 403)',
    spec: SPEC,
    consequence: 'What a person has taken back is still shown to everybody.',
    async check(context) {
      mustBeOpen((await published(context)).anonymous);
      const { anonymous } = await withdrawn(context);
      if (anonymous.status === 200 && (await seesPrivates(context, 'anonymous'))) {
        inconclusive('private bundles are shown that were never public');
      }
      context.expect.status(anonymous, 403, 404);
      context.accept(`refused with ${anonymous.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.other',
    says: 'A bundle that is made private is visible only to its owner: another user gets 404 (or 403)',
    spec: SPEC,
    needs: ['other'],
    consequence: 'What a person has taken back is still shown to others.',
    async check(context) {
      mustBeOpen((await published(context)).anonymous);
      await withdrawn(context);
      const answer = await readAs(context, 'other');
      if (answer.status === 200 && (await seesPrivates(context, 'other'))) {
        inconclusive('private bundles are shown that were never public');
      }
      context.expect.status(answer, 403, 404);
      context.accept(`refused with ${answer.status}`);
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.withdrawn.unlisted',
    says: 'A bundle that is made private leaves the list that is shown without signing in',
    spec: SPEC,
    consequence: 'What a person has taken back is still listed to everybody.',
    async check(context) {
      const { id } = await madeBundle(context);
      if (!holds((await published(context)).listed, id))
        inconclusive('it was not listed while public');
      const { anonymous, listed } = await withdrawn(context);
      context.expect.that(!holds(listed, id), seen(anonymous), 'bundles/', `no bundle ${id}`);
    },
  }),
];

/** The bundle is public now; inconclusive if it cannot be made so. */
function published(context: CheckContext): Promise<View> {
  return context.instance.once(`the bundle is public in ${context.api.version}`, async () => {
    await makePublic(context, true);
    return view(context);
  });
}

/** The bundle is private now, and was public before. */
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

/**
 * Whether a role is shown another private bundle of the owner as well, which this run has not made:
 * it is then no matter of taking one back, and judged by `auth.bundle.private.*`.
 */
async function seesPrivates(context: CheckContext, role: Role): Promise<boolean> {
  const { api, instance } = context;
  try {
    const id = await ownPrivateBundle(api, instance);
    if (id === (await madeBundle(context)).id) return false;
    return (await api.as(role).get(`bundles/${id}/`)).status === 200;
  } catch (error) {
    // Where there is no other, the one of this run is all that can be judged.
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

function holds(rows: readonly Seen[], id: number): boolean {
  return rows.some((row) => at(row, 'id').value === id);
}

function mustBeOpen(answer: Answer): void {
  if (answer.status !== 200) inconclusive('it was not visible while it was public');
}
