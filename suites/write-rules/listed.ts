import { named } from '../../harness/client/answer.js';
import { at, isObject } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { keptChanges, rowsOf, seen, seriesOf } from './change.js';
import { type Told, writes } from './rows.js';
import type { Subject } from './subject.js';

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
    const collection = subject.collection(context);
    const refused = [listed.before, listed.after].find(({ status }) => status !== 200);
    if (refused !== undefined) inconclusive(`${named(refused)} answered ${refused.status}`);
    const number = at(again.after, 'id').value;
    const row = rowsOf(listed.after).find((each) => at(each, 'id').value === number);
    if (row === undefined) inconclusive(`the first page of ${collection} does not show it`);
    const flat = kept.filter(({ name }) => !name.includes('.'));
    expect.each(flat, 'no field that the list shows was changed', (field) => {
      const due = canonical(field.shown(again.after));
      const shown = { value: field.shown(row), at: at(row, field.name).at };
      expect.that(canonical(shown.value) === due, shown, `\`${field.name}\` in the list`, due);
    });
  });
}

/** Declares that every other version that is offered shows what was written in this one. */
export function showsInEveryVersion(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `What is written to a ${what} in one version is what every other version shows`,
    spec: 'Versioning',
    level: 'should',
    consequence: 'Two clients that speak different versions see different things for good.',
  };
  return writes(subject, told, async (context) => {
    const { api, instance, expect } = context;
    const kept = (await keptChanges(context, subject)).map(({ field }) => field);
    const path = await subject.path(context);
    const own = await api.as(subject.role).object(path);
    const others = instance.versions.filter((version) => version !== api.version);
    // What differs between versions differs between the oldest and the newest of them.
    const two = [...new Set([others[0], others.at(-1)])].filter((each) => each !== undefined);
    const answers = await Promise.all(
      two.map((version) => api.in(version).as(subject.role).get(path)),
    );
    // That a version answers as it should is judged where it is read; that it has no such object is not.
    const read = answers.filter(
      ({ status, json }) => status === 404 || (status === 200 && isObject(json)),
    );
    expect.each(read, `no other version shows the ${what}`, (answer) => {
      expect.status(answer, 200);
      for (const field of kept) {
        const [here, there] = [field.shown(own), field.shown(seen(answer))];
        if (there === undefined) continue;
        const place = { value: there, at: at(seen(answer), ...field.name.split('.')).at };
        const expected = `${canonical(here)}, as ${api.version} shows`;
        expect.that(sameValue(here, there), place, `\`${field.name}\``, expected);
      }
    });
  });
}
