import type { Group } from '../../harness/requirement.js';
import { creationRefusals } from '../support/writing/creation-refusals.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { BUNDLE_CREATION } from '../support/writing/refused-attempts.js';
import { BUNDLE, READERS, UNAUTHORIZED_READERS } from '../support/writing/subjects.js';
import { refuses, refusesCaller } from '../support/writing/unauthorized.js';
import { updateRules } from '../support/writing/updates.js';
import { newBundles, sameName, unusualBundles } from './creation.js';
import { bundlePatches, simultaneous } from './updates.js';
import { bundlePublished, bundleWithdrawn } from './visibility.js';

/** Creating and updating bundles, from 1.2 on. */
export const bundleWrites: Group = {
  name: 'bundle-writes',
  requirements: [
    ...creationRules(BUNDLE_CREATION),
    ...newBundles,
    ...updateRules(BUNDLE),
    ...bundlePatches,
    ...creationRefusals(BUNDLE_CREATION),
    ...unusualBundles,
    // The refusals on a public bundle come before it is made private again, because it is published
    // only once.
    ...bundlePublished,
    ...refusesCaller(BUNDLE, READERS.other, 'bundle.update.other'),
    refuses(BUNDLE, READERS.maintainer, 'bundle.update.maintainer'),
    ...refusesCaller(BUNDLE, READERS.anonymous, 'bundle.update.anonymous'),
    ...bundleWithdrawn,
    ...refusesCaller(BUNDLE, UNAUTHORIZED_READERS.other, 'bundle.update.private.other'),
    ...refusesCaller(BUNDLE, UNAUTHORIZED_READERS.anonymous, 'bundle.update.private.anonymous'),
    simultaneous,
    sameName,
  ],
};
