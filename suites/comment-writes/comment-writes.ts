import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Chapter, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ANONYMOUS } from '../write-rules/callers.js';
import {
  type Change,
  fieldChanges,
  keptChanges,
  readableChange,
  rowsOf,
  seriesOf,
} from '../write-rules/change.js';
import { writes } from '../write-rules/subject.js';
import { COMMENT, NO_MAINTAINER } from '../write-rules/subjects.js';
import { refusesCaller } from '../write-rules/unauthorized.js';
import { updateRules } from '../write-rules/update-rules.js';
import { stillRead } from '../write-rules/updates.js';

/** Whether a comment on a patch was addressed, from 1.3 on. */
export const commentWrites: Chapter = {
  name: 'comment-writes',
  requirements: [
    writes(COMMENT, {
      id: 'comment.update',
      says: 'PATCH of a patch comment by a maintainer answers 200',
      spec: 'Endpoint table',
      consequence:
        'A maintainer cannot mark a comment as addressed, or wrongly believes that it is.',
      async check(context) {
        const changes = await stillRead(context, () => markings(context));
        context.expect.each(changes, 'it was not tried', ({ answer }) =>
          context.expect.status(answer, 200),
        );
      },
    }),
    marks(true, 'comment.update.addressed'),
    marks(false, 'comment.update.not-addressed'),
    // The endpoint table has no PUT of a comment, and what its list shows is a matter of its row.
    ...updateRules(COMMENT, ['', 'addressed', 'put', 'listed', 'every-version']).map((declared) =>
      declared.id === 'comment.update.form' ? afterBoth(declared) : declared,
    ),
    writes(COMMENT, {
      id: 'comment.update.others',
      says: 'PATCH of a patch comment leaves the other comments on the patch as they were',
      spec: 'Endpoint table',
      consequence: 'A maintainer who has dealt with one comment loses sight of the others.',
      async check(context) {
        const [kept] = await keptChanges(context, COMMENT);
        const { listed } = await seriesOf(context, COMMENT);
        const id = at(kept?.after ?? inconclusive('nothing was changed'), 'id').value;
        const before = rowsOf(listed.before).filter(
          (row) => at(row, 'id').value !== id && at(row, 'addressed').value !== kept?.sent,
        );
        const missing = 'no other comment on the patch would show that it was marked as well';
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

/** Judged only where JSON keeps both values: with only one of them nothing can be told. */
function afterBoth(declared: Requirement): Requirement {
  return {
    ...declared,
    async check(context) {
      const kept = (await markings(context)).filter(
        ({ sent, after }) => at(after, 'addressed').value === sent,
      );
      if (kept.length < 2) inconclusive('no PATCH in JSON keeps both values');
      return declared.check(context);
    },
  };
}

/** `addressed` can be given this value, whatever it was before. */
function marks(value: boolean, id: string): Requirement {
  return writes(COMMENT, {
    id,
    says: `PATCH of \`addressed\` with ${value} is kept: a later GET shows ${value}`,
    consequence: 'A maintainer loses track of which comments still want an answer.',
    async check(context) {
      const own = (await markings(context)).find(({ sent }) => sent === value);
      if (own === undefined) return inconclusive('it was not tried');
      if (own.answer.status !== 200) {
        inconclusive(`${named(own.answer)} answered ${own.answer.status}`);
      }
      // What a value does that is there already is a matter of repeated requests.
      if (at(own.before, 'addressed').value === value) inconclusive(`it was ${value} before`);
      const shown = at(own.after, 'addressed');
      context.expect.that(shown.value === value, shown, '`addressed`', String(value));
    },
  });
}

interface Marking extends Change {
  sent: boolean;
}

/**
 * Both values, one after the other: the one that the series of changes has sent, and the contrary.
 * Each costs an event on instances that tell of comments, so no more are sent than that.
 */
function markings(context: CheckContext): Promise<Marking[]> {
  const { api, instance } = context;
  return instance.once(`a comment marked both ways in ${api.version}`, async () => {
    const first = (await fieldChanges(context, COMMENT)).find(
      ({ field }) => field.name === 'addressed',
    );
    if (first === undefined) return inconclusive('a comment has no field to change');
    const contrary = first.sent !== true;
    const json = { addressed: contrary };
    const second = await readableChange(context, COMMENT, { json });
    return [
      { ...first, sent: first.sent === true },
      { ...second, sent: contrary },
    ];
  });
}
