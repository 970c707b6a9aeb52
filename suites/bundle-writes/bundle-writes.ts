import type { Group } from '../../harness/requirement.js';
import { BUNDLES } from '../support/writing/created-bundle.js';
import { creationRules } from '../support/writing/creation-rules.js';
import { creationRefusals } from '../support/writing/refused-creations.js';
import { BUNDLE } from '../support/writing/subjects.js';
import { updateRules } from '../support/writing/updates.js';
import { deletion, newBundles, sameName, unusualBundles } from './creation.js';
import { bundlePatches } from './updates.js';
import { visibility } from './visibility.js';

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
    sameName,
  ],
};
