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
import { NOBODY, OTHER } from '../write-rules/strangers.js';
import { USER } from '../write-rules/subjects.js';

/** The caller's own user, from 1.2 on. */
export const userWrites: Chapter = {
  name: 'user-writes',
  requirements: [
    updatesByPatch(USER, 'user.update'),
    keepsField(USER, 'first_name', 'user.update.first-name'),
    keepsField(USER, 'last_name', 'user.update.last-name'),
    keepsField(USER, 'settings.send_email', 'user.update.send-email'),
    keepsField(USER, 'settings.items_per_page', 'user.update.items-per-page'),
    keepsField(USER, 'settings.show_ids', 'user.update.show-ids'),
    keepsWhatever(
      USER,
      {
        id: 'user.update.any',
        says: 'Whatever the writable fields of a user are given at once, a later GET shows it (names: 30 characters)',
        consequence:
          'A name in another script than Latin is lost or garbled, or a setting does not hold.',
      },
      async ({ write }) =>
        (await import('../write-rules/values.js')).userValues(write.settings.hazardous),
    ),
    answersTheState(USER, 'user.update.answer'),
    leavesTheRest(USER, 'user.update.partial'),
    isIdempotent(USER, 'user.update.idempotent'),
    updatesByPut(USER, 'user.update.put'),
    takesForms(USER, 'user.update.form'),
    leavesUntyped(USER, 'user.update.untyped'),
    keepsFixed(USER, 'user.update.fixed'),
    showsInList(USER, 'user.update.listed'),
    showsInEveryVersion(USER, 'user.update.every-version'),
    refusesInvalid(USER, 'first_name', 'user.update.invalid.first-name'),
    refusesInvalid(USER, 'last_name', 'user.update.invalid.last-name'),
    refusesInvalid(USER, 'settings.items_per_page', 'user.update.invalid.settings'),
    keepsFromInvalid(USER, 'user.update.invalid.unchanged'),
    refusesNoObject(USER, 'user.update.no-object'),
    knowsNoOther(USER, unknownIn('users/'), 'user.update.unknown', 'PATCH'),
    refuses(USER, OTHER, 'user.update.other'),
    keepsFrom(USER, OTHER, 'user.update.other.unchanged'),
    refuses(USER, NOBODY, 'user.update.anonymous'),
    keepsFrom(USER, NOBODY, 'user.update.anonymous.unchanged'),
  ],
};
