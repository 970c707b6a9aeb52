import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import type { Requirement } from '../../../harness/requirement.js';
import { NoMoreWrites } from '../../../harness/violation.js';
import { UNKNOWN_ID } from '../../../harness/write.js';
import { keptFields } from './changes.js';
import type { Updatable } from './rows.js';
import { bodyOf, otherValues, writes } from './subject.js';

/** A write to an unknown id returns 404. */
export function refusesUnknownId(subject: Updatable): Requirement {
  const { what, id, methods } = subject;
  return writes(subject, {
    id: `${id}.unknown`,
    says: `${methods.join(' and ')} of a ${what} with an unknown id${subject.wrongPath ? ', or below another patch,' : ''} return${methods.length > 1 ? '' : 's'} 404`,
    spec: 'Errors',
    consequence: `A client that updates a deleted ${what} cannot tell its user that it is gone.`,
    async check(context) {
      const { expect } = context;
      const answers = await answersToUnknown(context, subject).catch((error: unknown) => {
        // A write to nothing that was accepted is a violation, after which nothing more is written there.
        if (error instanceof NoMoreWrites) expect.fail(error.mismatch);
        throw error;
      });
      expect.each(answers, 'no request was sent', (answer) => expect.status(answer, 404));
    },
  });
}

const ANSWERS = new Memo<Answer[]>();
const ANSWER = new Memo<Answer>();

/** The responses to the writes to an unknown id: sent once in a version. */
export function answersToUnknown(context: CheckContext, subject: Updatable): Promise<Answer[]> {
  const { api, instance, write } = context;
  return instance.once(ANSWERS, [subject.id, api.version], async () => {
    const owner = api.as(subject.role);
    const kept = await keptFields(context, subject);
    const present = await owner.object(await subject.path(context));
    const json = bodyOf(otherValues(context, kept, present));
    const wrong = await subject.wrongPath?.(context);
    const answers: Answer[] = [];
    for (const path of [`${subject.collection(context)}${UNKNOWN_ID}/`, wrong ?? []].flat()) {
      for (const method of subject.methods) {
        // Each by itself: a lost answer repeats that write only.
        const send = () => write.send(owner, method, path, { json });
        answers.push(await instance.once(ANSWER, [method, path, api.version], send));
      }
    }
    return answers;
  });
}
