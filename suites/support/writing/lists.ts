import type { Query } from '../../../harness/api.js';
import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { elements, type Seen, seen } from '../../../harness/place.js';
import type { Role } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';

/** A list that contains objects created by a run, as read by one role. */
export interface List {
  path: string;
  query: Query;
  role: Role;
}

/** The responses of a list before and after a write. */
export interface AroundWrite {
  before: Answer;
  after: Answer;
}

type Reading = Pick<CheckContext, 'api' | 'instance'>;

/** The list of bundles as read by their owner. */
export const OWN_BUNDLES: List = { path: 'bundles/', query: {}, role: 'user' };

/** The checks on the patch of this run. */
export function checksOfPatch({ write }: CheckContext): List {
  return { path: `patches/${write.patch()}/checks/`, query: {}, role: 'anonymous' };
}

/** The check events of the patch of this run. */
export function eventsOfPatch({ write }: CheckContext): List {
  const query = { category: 'check-created', patch: write.patch() };
  return { path: 'events/', query, role: 'anonymous' };
}

/** The first page of a list, read once in a version before anything in it is created. */
export function listedBefore(context: Reading, list: List): Promise<Answer> {
  return readOnce(context, list, 'before something is made');
}

/** The same after everything in it was created. */
export function listedAfter(context: Reading, list: List): Promise<Answer> {
  return readOnce(context, list, 'after something was made');
}

/** The items of the page after it; inconclusive if it is not a list (see write.lists-readable). */
export async function rowsAfter(context: CheckContext, list: List): Promise<Seen[]> {
  const answer = await listedAfter(context, list);
  context.api.note(answer);
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    inconclusive(`${named(answer)} returned ${answer.status}, not a list`);
  }
  return elements(seen(answer));
}

function readOnce({ api, instance }: Reading, list: List, when: string): Promise<Answer> {
  const query = { ...list.query, per_page: LARGEST_PAGE };
  const what = `${api.path(list.path, query)} for ${list.role}`;
  return instance.once(`${what}, ${when}`, () =>
    api.unnoted().as(list.role).get(list.path, { query }),
  );
}
