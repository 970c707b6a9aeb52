import type { Answer } from '../../harness/client/answer.js';
import { unexpected } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { SHOWN_LISTS } from '../../specification/lists.js';
import { firstPage, firstRows, idOf, isAlike, isWhole, pathOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { readEach } from '../support/readable.js';

/** Bundles have requirements of their own: `auth.bundle.list.public.user` and those of other roles. */
const OPEN = SHOWN_LISTS.filter(({ signedIn, name }) => !signedIn && name !== 'bundles');

/** Who signs in loses nothing. */
export const openLists: Requirement = requirement({
  id: 'auth.public.signed-in',
  // No sentence says it.
  level: 'should',
  says: 'Lists that are open to anonymous callers show an authenticated caller at least the same items',
  spec: 'Authentication',
  needs: ['signed-in'],
  compares: true,
  consequence: 'A client finds less as soon as it signs in.',
  async check({ api, instance, expect }) {
    const lists = OPEN.filter(({ versions }) => versions.includes(api.version));
    const read = await readEach(lists, async (list) => {
      const path = await pathOf(list, instance);
      const open = await firstRows(api, path);
      return open.length === 0 ? [] : [{ open, own: await firstPage(api.signedIn(), path) }];
    });
    expect.each(read, 'no list that is open to anonymous callers has an item', ({ open, own }) => {
      expect.status(own, 200);
      expect.array(own);
      expect.none(missingFrom(own, open), 0);
    });
  },
});

/** The first item that anonymous callers see and an authenticated caller does not. */
function missingFrom(own: Answer, open: readonly Seen[]): Mismatch[] {
  const [ids, shown] = [open.map(idOf), rowsOf(own).map(idOf)];
  // Items that only this caller sees may have moved as many others to the next page, if the order is the same.
  const further = shown.filter((id) => !ids.includes(id));
  const sure = isAlike(ids, shown) ? ids.length - further.length : 0;
  const due = isWhole(own) ? ids : ids.slice(0, Math.max(0, sure));
  const missing = due.filter((id) => !shown.includes(id));
  if (missing.length === 0) return [];
  const expected = `id ${String(missing[0])} for ${own.role}, as for anonymous callers`;
  const got = `a list without ${missing.length} of their ${ids.length} items`;
  return [unexpected(own, expected, got, { pointer: '', received: shown })];
}
