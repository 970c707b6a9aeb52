import type { Group, Requirement } from '../../harness/requirement.js';
import { canonical, sameValue } from '../../harness/same-value.js';
import {
  attempt,
  expectStored,
  expectUnchanged,
  isKept,
  isRefusal,
} from '../support/writing/attempt.js';
import { ofEach } from '../support/writing/attempt-rule.js';
import { changes } from '../support/writing/changes.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { creationRefusals } from '../support/writing/refused-creations.js';
import { seenIn, writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';
import { newBundles, sameName, unusualBundles } from './creation.js';
import { deletion, deletionByOthers } from './deletion.js';
import { visibility } from './visibility.js';

/** "On write: array of integer patch ids"; on read, embedded patches. */
const bundlePatches: readonly Requirement[] = [
  writes(BUNDLE, {
    id: 'bundle.update.patches.order',
    says: 'The patches of a bundle are returned in the order in which they were sent',
    level: 'should',
    consequence: 'The patches of a bundle are applied in the wrong order.',
    async check(context) {
      const { expect } = context;
      const field = BUNDLE.fields.find(({ name }) => name === 'patches');
      if (field === undefined) throw new RangeError('a bundle has no field patches');
      const done = await changes(context, BUNDLE);
      const { severalPatches } = await BUNDLE.table(context);
      done.push(await attempt(context, BUNDLE, severalPatches));
      const kept = done.filter((each) => isKept(field, each));
      expect.each(kept, 'the patches are not those that were sent', ({ sent: [own], after }) => {
        const isOrdered = sameValue(field.shown(after), own?.[1]);
        expect.that(isOrdered, seenIn(field, after), 'ids of `patches`', canonical(own?.[1]));
      });
    },
  }),
  // "Maximum number of patches in a bundle: not shown."
  ofEach(BUNDLE, {
    id: 'bundle.update.patches.several',
    says: 'PATCH with three `patches` stores all of them, or is refused with 4xx',
    consequence: 'A client wrongly assumes that all of its patches are in the bundle.',
    rows: ({ kept, severalPatches }) =>
      kept.some(({ name }) => name === 'patches') ? [severalPatches] : [],
    missing: 'PATCH does not store `patches`',
    expects(context, done, { accepted }) {
      if (isRefusal(done.answer)) {
        context.accept(`refused with ${done.answer.status}`);
        return expectUnchanged(context, BUNDLE, done);
      }
      context.expect.status(done.answer, ...accepted);
      expectStored(context, BUNDLE, done);
    },
  }),
  ofEach(BUNDLE, {
    id: 'bundle.update.patches.none',
    says: 'PATCH with an empty array of `patches` removes all, or is refused with 4xx',
    consequence: 'A client that empties a bundle wrongly assumes that it is empty.',
    rows: ({ kept, noPatches }) => (kept.some(({ name }) => name === 'patches') ? [noPatches] : []),
    missing: 'PATCH does not store `patches`',
    expects(context, done, { accepted }) {
      context.expect.status(done.read, 200);
      if (isRefusal(done.answer)) return context.accept(`refused with ${done.answer.status}`);
      context.expect.status(done.answer, ...accepted);
      expectStored(context, BUNDLE, done);
    },
  }),
];

/** Creating and updating bundles, from 1.2 on. */
export const bundleWrites: Group = {
  name: 'bundle-writes',
  requirements: [
    ...creationRules(BUNDLES),
    ...newBundles,
    ...updateRules(BUNDLE),
    ...bundlePatches,
    ...creationRefusals(BUNDLES),
    ...unusualBundles,
    ...visibility,
    deletion,
    deletionByOthers,
    sameName,
  ],
};
