import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ANONYMOUS } from '../support/writing/callers.js';
import {
  type Change,
  fieldChanges,
  keptChanges,
  readableChange,
  rowsOf,
  seriesOf,
} from '../support/writing/change.js';
import { writes } from '../support/writing/subject.js';
import { COMMENT, NO_MAINTAINER } from '../support/writing/subjects.js';
import { refusesCaller } from '../support/writing/unauthorized.js';
import { updateRules } from '../support/writing/update-rules.js';
import { stillRead } from '../support/writing/updates.js';

/** The `addressed` flag of a patch comment, from 1.3 on. */
export const commentWrites: Group = {
  name: 'comment-writes',
  requirements: [
    writes(COMMENT, {
      id: 'comment.update',
      says: 'PATCH of a patch comment by a maintainer returns 200',
      spec: 'Endpoint table',
      consequence:
        'A maintainer cannot mark a comment as addressed, or wrongly assumes that it is marked.',
      async check(context) {
        const changes = await stillRead(context, () => markings(context));
        context.expect.each(changes, 'no PATCH of a comment was sent', ({ answer }) =>
          context.expect.status(answer, 200),
        );
      },
    }),
    marks(true, 'comment.update.addressed'),
    marks(false, 'comment.update.not-addressed'),
    // The endpoint table has no PUT of a comment, and the list of patch comments has requirements
    // of its own.
    ...updateRules(COMMENT, ['', 'addressed', 'put', 'listed', 'every-version']).map((declared) =>
      declared.id === 'comment.update.form' ? afterBoth(declared) : declared,
    ),
    writes(COMMENT, {
      id: 'comment.update.others',
      says: 'PATCH of a patch comment leaves the other comments on the patch unchanged',
      spec: 'Endpoint table',
      consequence: 'Marking one comment as addressed marks others as well.',
      async check(context) {
        const [kept] = await keptChanges(context, COMMENT);
        const { listed } = await seriesOf(context, COMMENT);
        const id = at(kept?.after ?? inconclusive('no change of a comment was stored'), 'id').value;
        const before = rowsOf(listed.before).filter(
          (row) => at(row, 'id').value !== id && at(row, 'addressed').value !== kept?.sent,
        );
        const missing = 'no other comment on the patch could show an unwanted change';
        context.expect.each(before, missing, (row) => {
          const same = rowsOf(listed.after).find(
            (each) => at(each, 'id').value === at(row, 'id').value,
          );
          if (same === undefined) return;
          const [old, present] = [at(row, 'addressed'), at(same, 'addressed')];
          const what = `\`addressed\` of comment ${String(at(row, 'id').value)}`;
          const expected = `${old.value}, as before`;
          context.expect.that(present.value === old.value, present, what, expected);
        });
      },
    }),
    ...refusesCaller(COMMENT, NO_MAINTAINER, 'comment.update.other'),
    ...refusesCaller(COMMENT, ANONYMOUS, 'comment.update.anonymous'),
  ],
};

/** Checked only if both values can be stored from JSON: one value alone proves nothing. */
function afterBoth(declared: Requirement): Requirement {
  return {
    ...declared,
    async check(context) {
      const kept = (await markings(context)).filter(
        ({ sent, after }) => at(after, 'addressed').value === sent,
      );
      if (kept.length < 2) inconclusive('PATCH in JSON does not store both values of `addressed`');
      return declared.check(context);
    },
  };
}

/** `addressed` can be set to this value. */
function marks(value: boolean, id: string): Requirement {
  return writes(COMMENT, {
    id,
    says: `PATCH of \`addressed\` with ${value} is stored: a later GET returns ${value}`,
    consequence: 'A maintainer cannot keep track of open comments.',
    async check(context) {
      const own = (await markings(context)).find(({ sent }) => sent === value);
      if (own === undefined) return inconclusive('no PATCH with this value was sent');
      if (own.answer.status !== 200) {
        inconclusive(`${named(own.answer)} returned ${own.answer.status}`);
      }
      // Setting a value that is already set is checked by the requirement on repeated requests.
      if (at(own.before, 'addressed').value === value)
        inconclusive(`\`addressed\` was ${value} before`);
      const shown = at(own.after, 'addressed');
      context.expect.that(shown.value === value, shown, '`addressed`', String(value));
    },
  });
}

interface Marking extends Change {
  sent: boolean;
}

/**
 * Sends both values, one after the other: first the one that the common update rules send, then its
 * opposite. Each creates an event on some instances, so no more are sent.
 */
function markings(context: CheckContext): Promise<Marking[]> {
  const { api, instance } = context;
  return instance.once(`a comment marked both ways in ${api.version}`, async () => {
    const first = (await fieldChanges(context, COMMENT)).find(
      ({ field }) => field.name === 'addressed',
    );
    if (first === undefined) return inconclusive('a comment has no writable field');
    const contrary = first.sent !== true;
    const json = { addressed: contrary };
    const second = await readableChange(context, COMMENT, { json });
    return [
      { ...first, sent: first.sent === true },
      { ...second, sent: contrary },
    ];
  });
}
