import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { keptChanges, seen } from '../write-rules/change.js';
import { writes } from '../write-rules/rows.js';
import { otherValues } from '../write-rules/subject.js';
import { BUNDLE } from '../write-rules/subjects.js';
import { madeBundle } from './made.js';

const TABLE = 'Endpoint table';

/** What becomes of one write beside another. */
export const bundleNeighbours: readonly Requirement[] = [
  {
    ...writes(
      BUNDLE,
      {
        id: 'bundle.update.simultaneous',
        says: 'What becomes of two PATCHes of different fields at the same time is not said',
        spec: TABLE,
        // The same instance may keep both one day and lose one the next.
        level: 'observe',
        consequence: 'Two people, or two tabs, change a bundle, and one of them perhaps in vain.',
      },
      async (context) => {
        const { api, observe, write } = context;
        const kept = (await keptChanges(context, BUNDLE)).map(({ field }) => field);
        const two = kept.filter(({ name }) => ['name', 'public'].includes(name));
        if (two.length < 2) inconclusive('PATCH does not keep both `name` and `public`');
        const owner = api.as('user');
        const path = await BUNDLE.path(context);
        const values = await otherValues(context, two, await owner.object(path));
        const sent = values.map(([name, value]) =>
          write.send(owner, 'PATCH', path, { json: { [name]: value } }),
        );
        // Neither may still be under way when the next requirement writes.
        await Promise.allSettled(sent);
        const answers = await Promise.all(sent);
        const refused = answers.find(({ status }) => status !== 200);
        if (refused !== undefined) return observe(`one of them is answered ${refused.status}`);
        const after = seen(await owner.get(path));
        const lost = two.filter(
          (field, index) => !sameValue(field.shown(after), values[index]?.[1]),
        );
        observe(lost.length === 0 ? 'both are kept' : 'one of them is lost');
      },
    ),
    once: true,
  },
  {
    ...writes(
      BUNDLE,
      {
        id: 'bundle.create.same-name',
        says: 'POST `bundles/` creates: a bundle that has that name already is there as before',
        spec: TABLE,
        level: 'should',
        consequence: 'Who makes a bundle loses an older one that happens to have the same name.',
      },
      async (context) => {
        const { api, expect, write } = context;
        const { path } = await madeBundle(context);
        const owner = api.as('user');
        const before = await owner.object(path);
        const name = at(before, 'name').value;
        const json = { name, patches: write.patches().slice(0, 1), public: false };
        const answer = await write.send(owner, 'POST', 'bundles/', { json });
        const after = await owner.get(path);
        expect.status(after, 200);
        for (const field of BUNDLE.fields) {
          const shown = { value: field.shown(seen(after)), at: at(seen(after), field.name).at };
          const due = field.shown(before);
          const what = `\`${field.name}\` of the older bundle`;
          expect.that(sameValue(shown.value, due), shown, what, `${canonical(due)}, as before`);
        }
        context.accept(answer.status < 400 ? 'another one' : `refused with ${answer.status}`);
      },
    ),
    once: true,
  },
];
