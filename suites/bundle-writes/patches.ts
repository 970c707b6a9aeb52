import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { type Change, change, fieldChanges, keptChanges } from '../write-rules/change.js';
import { writes } from '../write-rules/rows.js';
import { BUNDLE } from '../write-rules/subjects.js';

const PATCHES = BUNDLE.fields.find(({ name }) => name === 'patches');

/** What a bundle was given in place of its patches. */
interface Replaced extends Change {
  sent: number[];
  shown: unknown[];
}

/** "On write: array of integer patch ids"; on read embedded patches. */
export const bundlePatches: readonly Requirement[] = [
  writes(
    BUNDLE,
    {
      id: 'bundle.update.patches',
      says: 'PATCH of `patches` replaces them: a later GET shows the patches with those ids and no other',
      consequence: 'A bundle holds patches that nobody put there, or lacks some that somebody did.',
    },
    async (context) => {
      const { sent, shown, after } = await replacement(context);
      expectIds(context, shown, sent, after);
      // One in the place of several, or several in the place of one.
      const other = (await fieldChanges(context, BUNDLE)).find(({ field }) => field === PATCHES);
      if (other?.answer.status !== 200 || !Array.isArray(other.sent)) return;
      expectIds(context, PATCHES?.shown(other.after), other.sent as unknown[], other.after);
    },
  ),
  writes(
    BUNDLE,
    {
      id: 'bundle.update.patches.order',
      says: 'The patches of a bundle are shown in the order in which they were sent',
      level: 'should',
      consequence: 'Somebody who applies the bundle applies its patches in another order.',
    },
    async (context) => {
      const { sent, shown, after } = await replacement(context);
      if (!sameValue(sorted(shown), sorted(sent))) inconclusive('they are others than were sent');
      const patches = { value: shown, at: at(after, 'patches').at };
      context.expect.that(sameValue(shown, sent), patches, 'ids of `patches`', canonical(sent));
    },
  ),
];

/** The patches in an order in which no sorting puts them; made once in a version. */
function replacement(context: CheckContext): Promise<Replaced> {
  const { api, instance, write } = context;
  return instance.once(`the patches of the bundle replaced in ${api.version}`, async () => {
    await keptChanges(context, BUNDLE);
    const [first, second, ...more] = write.patches().slice(0, 3);
    if (first === undefined || second === undefined || more.length === 0) {
      return inconclusive('the project has fewer than three patches, so no order can be told');
    }
    const sent = [second, ...more, first];
    const changed = await change(context, BUNDLE, 'PATCH', { json: { patches: sent } });
    const shown = PATCHES?.shown(changed.after);
    if (!Array.isArray(shown)) return inconclusive('the bundle shows no `patches`');
    return { ...changed, sent, shown: shown as unknown[] };
  });
}

function expectIds(
  { expect }: CheckContext,
  shown: unknown,
  sent: readonly unknown[],
  after: Seen,
): void {
  const same = Array.isArray(shown) && sameValue(sorted(shown as unknown[]), sorted(sent));
  const patches = { value: shown, at: at(after, 'patches').at };
  expect.that(same, patches, 'ids of `patches`', `${canonical(sent)} in any order`);
}

function sorted(ids: readonly unknown[]): unknown[] {
  return [...ids].sort((a, b) => Number(a) - Number(b));
}
