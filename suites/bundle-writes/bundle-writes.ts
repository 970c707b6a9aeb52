import type { Group } from '../../harness/requirement.js';
import { creationRefusals } from '../support/writing/creation-refusals.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { BUNDLE_CREATION } from '../support/writing/refused-attempts.js';
import { BUNDLE } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';
import { newBundles, sameName, unusualBundles } from './creation.js';
import { bundlePatches } from './updates.js';
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
    ...bundlePublished,
    ...bundleWithdrawn,
    sameName,
  ],
};
