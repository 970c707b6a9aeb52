import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { shown } from '../../harness/expect.js';
import { isObject, seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { CHECKS, madeCheck } from '../support/writing/created-checks.js';
import { readBack } from '../support/writing/creation.js';
import { eventsOfChecks, listOfChecks, pathOfChecks, readLists } from '../support/writing/lists.js';
import { type SubjectField, seenIn, writes } from '../support/writing/subject.js';
import { allHazardsIn } from './hazards.js';

/** A field and the value that is sent. */
interface SentField {
  field: SubjectField;
  value: string;
}

/** Checks cannot be deleted: one is created in a version, with all hazards in all fields at once. */
export const checkHazards: Requirement = writes(CHECKS, {
  id: 'check.create.hazards',
  says: 'Any text in a new check is refused with 400 or accepted, in whatever form it is stored, and every list with the check returns 200',
  spec: 'Endpoint table',
  needs: ['hazardous-inputs'],
  consequence: 'One check makes lists unreadable for every client.',
  async check(context) {
    const { accept, expect } = context;
    await madeCheck(context);
    const lists = [eventsOfChecks(context), ...listOfChecks(context)];
    const before = await readLists(context, lists);
    const { sent, answer } = await created(context);
    if (answer.status === 400) return;
    const is = sent.map(({ field, value }) => `\`${field.name}\` is ${shown(value)}`).join(', ');
    if (answer.status >= 300) expect.status(answer, 201);
    const read = await readBack(context, CHECKS, answer);
    const after = await readLists(context, lists);
    const readable = after.filter((_, index) => before[index]?.status === 200);
    expect.all([...(read === undefined ? [] : [read]), ...readable], (each) => {
      if (each.status === 200) return;
      const message = `after a check was created whose ${is}: ${named(each)} returned ${each.status}`;
      const { status: received, exchange } = each;
      expect.fail({ message, expected: 'status 200, as before', received, exchange });
    });
    if (read === undefined) return;
    // B-57: such a text may be stored in another form.
    for (const { field, value } of sent) {
      const place = seenIn(field, seen(read));
      expect.that(place.value !== undefined, place, `\`${field.name}\``, 'a text in any form');
      if (field.shown(seen(read)) !== value) accept(`\`${field.name}\` is not returned as sent`);
    }
  },
});

/** Sends all hazards; once more without those fields that a 400 names. */
async function created(context: CheckContext): Promise<{ sent: SentField[]; answer: Answer }> {
  const { api, accept, write } = context;
  const all = CHECKS.fields.flatMap((field) => {
    const value = allHazardsIn(field.value);
    return value === undefined ? [] : [{ field, value }];
  });
  const post = (sent: readonly SentField[]) => {
    const values = Object.fromEntries(sent.map(({ field, value }) => [field.name, value]));
    const json = { ...CHECKS.sound(context), ...values };
    return write.send(api.as(CHECKS.role), 'POST', pathOfChecks(context), { json });
  };
  const answer = await post(all);
  if (answer.status !== 400) return { sent: all, answer };
  const refused = all.filter(
    ({ field }) => isObject(answer.json) && Object.hasOwn(answer.json, field.name),
  );
  accept(
    refused.map(({ field }) => `\`${field.name}\` refused with 400`).join('; ') ||
      'refused with 400',
  );
  const sent = all.filter((each) => !refused.includes(each));
  if (refused.length === 0 || sent.length === 0) return { sent, answer };
  return { sent, answer: await post(sent) };
}
