import { at } from '../harness/place.js';
import type { Requirement } from '../harness/requirement.js';
import { inconclusive } from '../harness/violation.js';
import { canonical } from './comparison.js';
import { keptChanges, seriesOf } from './write-change.js';
import { type Told, writes } from './write-rows.js';
import type { Subject } from './write-subject.js';

/** Declares that the list of a collection shows what a PATCH has changed, right after it. */
export function showsInList(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `The list of the collection shows a ${what} as it is after a change`,
    spec: 'Conventions',
    level: 'should',
    consequence: 'A client that lists shows what is no longer true.',
  };
  return writes(subject, told, async (context) => {
    const { expect } = context;
    const kept = (await keptChanges(context, subject)).map(({ field }) => field);
    const { again, listed } = await seriesOf(context, subject);
    if (listed === undefined) return inconclusive(`${subject.collection} did not answer`);
    const number = at(again.after, 'id').value;
    const row = listed.after.find((each) => at(each, 'id').value === number);
    if (row === undefined) inconclusive(`the first page of ${subject.collection} does not show it`);
    const flat = kept.filter(({ name }) => !name.includes('.'));
    expect.each(flat, 'no field that the list shows was changed', (field) => {
      const due = canonical(field.shown(again.after));
      const shown = { value: field.shown(row), at: at(row, field.name).at };
      expect.that(canonical(shown.value) === due, shown, `\`${field.name}\` in the list`, due);
    });
  });
}
