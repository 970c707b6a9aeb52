import type { Chapter } from '../../harness/requirement.js';
import { keepsFixed, leavesUntyped, takesForms } from '../write-rules/encodings.js';
import { keepsFromInvalid, refusesInvalid, refusesNoObject } from '../write-rules/invalid.js';
import { showsInEveryVersion, showsInList } from '../write-rules/listed.js';
import { keepsFrom, knowsNoOther, refuses, unknownIn } from '../write-rules/refused.js';
import { keepsWhatever } from '../write-rules/round-trips.js';
import {
  answersTheState,
  isIdempotent,
  keepsField,
  leavesTheRest,
  updatesByPatch,
  updatesByPut,
} from '../write-rules/rows.js';
import { BUNDLE, OUTSIDERS, READERS } from '../write-rules/subjects.js';
import { bundleCreation } from './create.js';
import { bundleRefusals } from './invalid.js';
import { bundleNeighbours } from './neighbours.js';
import { bundlePatches } from './patches.js';
import { bundlePublished, bundleWithdrawn } from './visibility.js';

/** Making and changing bundles, from 1.2 on. */
export const bundleWrites: Chapter = {
  name: 'bundle-writes',
  requirements: [
    ...bundleCreation,
    updatesByPatch(BUNDLE, 'bundle.update'),
    keepsField(BUNDLE, 'name', 'bundle.update.name'),
    keepsField(BUNDLE, 'public', 'bundle.update.public'),
    ...bundlePatches,
    keepsWhatever(
      BUNDLE,
      {
        id: 'bundle.update.name.any',
        says: 'Whatever text of at most 50 characters the `name` of a bundle is, a later GET shows it',
        consequence: 'A name in another script than Latin is lost or garbled.',
      },
      async ({ write }) =>
        (await import('../write-rules/values.js')).bundleValues(
          write.name(),
          write.settings.hazardous,
        ),
    ),
    answersTheState(BUNDLE, 'bundle.update.answer'),
    leavesTheRest(BUNDLE, 'bundle.update.partial'),
    isIdempotent(BUNDLE, 'bundle.update.idempotent'),
    updatesByPut(BUNDLE, 'bundle.update.put'),
    takesForms(BUNDLE, 'bundle.update.form'),
    leavesUntyped(BUNDLE, 'bundle.update.untyped'),
    keepsFixed(BUNDLE, 'bundle.update.fixed'),
    showsInList(BUNDLE, 'bundle.update.listed'),
    showsInEveryVersion(BUNDLE, 'bundle.update.every-version'),
    refusesInvalid(BUNDLE, 'name', 'bundle.update.invalid.name'),
    refusesInvalid(BUNDLE, 'patches', 'bundle.update.invalid.patches'),
    refusesInvalid(BUNDLE, 'public', 'bundle.update.invalid.public'),
    keepsFromInvalid(BUNDLE, 'bundle.update.invalid.unchanged'),
    refusesNoObject(BUNDLE, 'bundle.update.no-object'),
    ...bundleRefusals,
    knowsNoOther(BUNDLE, unknownIn('bundles/'), 'bundle.update.unknown', 'PATCH', 'PUT'),
    // What is tried while it is public comes before it is made private again: it is made so but once.
    ...bundlePublished,
    refuses(BUNDLE, READERS.other, 'bundle.update.other'),
    keepsFrom(BUNDLE, READERS.other, 'bundle.update.other.unchanged'),
    refuses(BUNDLE, READERS.maintainer, 'bundle.update.maintainer'),
    refuses(BUNDLE, READERS.nobody, 'bundle.update.anonymous'),
    keepsFrom(BUNDLE, READERS.nobody, 'bundle.update.anonymous.unchanged'),
    ...bundleWithdrawn,
    refuses(BUNDLE, OUTSIDERS.other, 'bundle.update.private.other'),
    keepsFrom(BUNDLE, OUTSIDERS.other, 'bundle.update.private.other.unchanged'),
    refuses(BUNDLE, OUTSIDERS.nobody, 'bundle.update.private.anonymous'),
    keepsFrom(BUNDLE, OUTSIDERS.nobody, 'bundle.update.private.anonymous.unchanged'),
    ...bundleNeighbours,
  ],
};
