import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../support/comparison.js';
import { type Change, change, fieldChanges, keptChanges } from '../support/writing/change.js';
import { otherValues, writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

/** A PATCH that replaced the patches of a bundle. */
interface Replaced extends Change {
  sent: number[];
  shown: unknown[];
}

/** "On write: array of integer patch ids"; on read, embedded patches. */
export const bundlePatches: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.update.patches',
    says: 'PATCH of `patches` replaces them: a later GET returns exactly the patches with those ids',
    consequence: 'A bundle has patches that were not sent, or lacks some that were.',
    async check(context) {
      const { sent, shown, after } = await replacement(context);
      const own = () => expectIds(context, shown, sent, after);
      // One patch instead of several, or several instead of one.
      const others = (await fieldChanges(context, BUNDLE))
        .filter(({ field, answer }) => field.name === 'patches' && answer.status === 200)
        .map((other) => () => {
          const ids: unknown[] = Array.isArray(other.sent) ? other.sent : [];
          expectIds(context, other.field.shown(other.after), ids, other.after);
        });
      context.expect.all([own, ...others], (judge) => judge());
    },
  }),
  writes(BUNDLE, {
    id: 'bundle.update.patches.order',
    says: 'The patches of a bundle are returned in the order in which they were sent',
    level: 'should',
    consequence: 'The patches of a bundle are applied in the wrong order.',
    async check(context) {
      const { sent, shown, after } = await replacement(context);
      if (!sameValue(sorted(shown), sorted(sent)))
        inconclusive('the patches are not those that were sent');
      const patches = { value: shown, at: at(after, 'patches').at };
      context.expect.that(sameValue(shown, sent), patches, 'ids of `patches`', canonical(sent));
    },
  }),
];

/** Two updates at the same time. */
export const simultaneous: Requirement = writes(BUNDLE, {
  id: 'bundle.update.simultaneous',
  says: 'The result of two simultaneous PATCH requests of different fields is not specified',
  spec: 'Endpoint table',
  // The result may differ from run to run on the same instance.
  level: 'observe',
  consequence: 'If two clients change a bundle at the same time, one change may be lost.',
  async check(context) {
    const { api, observe, write } = context;
    const kept = (await keptChanges(context, BUNDLE)).map(({ field }) => field);
    const two = kept.filter(({ name }) => ['name', 'public'].includes(name));
    if (two.length < 2) inconclusive('PATCH does not store both `name` and `public`');
    const owner = api.as('user');
    const path = await BUNDLE.path(context);
    const values = otherValues(context, two, await owner.object(path));
    const sent = values.map(([name, value]) =>
      write.send(owner, 'PATCH', path, { json: { [name]: value } }),
    );
    // Neither may still be pending when the next requirement writes.
    await Promise.allSettled(sent);
    const answers = await Promise.all(sent);
    const refused = answers.find(({ status }) => status !== 200);
    if (refused !== undefined) return observe(`one of them returned ${refused.status}`);
    const after = seen(await owner.get(path));
    const lost = two.filter((field, index) => !sameValue(field.shown(after), values[index]?.[1]));
    observe(lost.length === 0 ? 'both are stored' : 'one of them is lost');
  },
});

/** Replaces the patches, in an order that no sorting produces; once in a version. */
function replacement(context: CheckContext): Promise<Replaced> {
  const { api, instance, write } = context;
  return instance.once(`the patches of the bundle replaced in ${api.version}`, async () => {
    await keptChanges(context, BUNDLE);
    const [first, second, ...more] = write.patches().slice(0, 3);
    if (first === undefined || second === undefined || more.length === 0) {
      return inconclusive(
        'the project has fewer than three patches, so their order cannot be tested',
      );
    }
    const sent = [second, ...more, first];
    const changed = await change(context, BUNDLE, 'PATCH', { json: { patches: sent } });
    const field = BUNDLE.fields.find(({ name }) => name === 'patches');
    const shown = field?.shown(changed.after);
    if (!Array.isArray(shown)) return inconclusive('the bundle has no `patches`');
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
