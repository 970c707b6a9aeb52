import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { since } from '../../specification/versions.js';
import { readable } from '../support/readable.js';
import { canSignIn } from '../support/writing/callers.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { CHECKS, CHECKS_LISTED_SINCE, creationByForm } from '../support/writing/created-checks.js';
import { creation } from '../support/writing/creation.js';
import {
  type AroundWrite,
  checksOfPatch,
  eventsOfPatch,
  type List,
  listedAfter,
  listedBefore,
  OWN_BUNDLES,
} from '../support/writing/lists.js';

/** One item that cannot be rendered makes a whole list unreadable for every client. */
export const listsReadable: Requirement = requirement({
  id: 'write.lists-readable',
  says: 'A list that returns 200 before a write returns 200 after it',
  spec: 'Endpoint table',
  versions: since('1.2'),
  needs: ['writes', 'user-or-maintainer'],
  consequence: 'A write by one client makes a list unreadable for every client.',
  async check(context) {
    const around = await aroundCreations(context);
    const readBefore = around.filter(({ before }) => before.status === 200);
    context.expect.each(readBefore, 'no list was read before and after a write', ({ after }) =>
      context.expect.status(after, 200),
    );
  },
});

/**
 * The lists that contain created objects: bundles, from 1.3 on checks, and the events of checks.
 */
async function aroundCreations(context: CheckContext): Promise<AroundWrite[]> {
  const lists: List[] = [];
  if (canSignIn(context, 'user') && (await isMade(() => creation(context, BUNDLES)))) {
    lists.push(OWN_BUNDLES);
  }
  if (canSignIn(context, 'maintainer') && (await isMade(() => creation(context, CHECKS)))) {
    await readable(async () => [await creationByForm(context)]);
    lists.push(eventsOfPatch(context));
    if (since(CHECKS_LISTED_SINCE).includes(context.api.version))
      lists.push(checksOfPatch(context));
  }
  return Promise.all(
    lists.map(async (list) => ({
      before: await listedBefore(context, list),
      after: await listedAfter(context, list),
    })),
  );
}

async function isMade(make: () => Promise<{ answer: { status: number } }>): Promise<boolean> {
  const made = await readable(async () => [await make()]);
  return made.some(({ answer }) => answer.status < 400);
}
