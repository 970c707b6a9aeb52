import { at, isObject, type Seen, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { reading } from '../../../specification/endpoints.js';
import { objectsWithin } from '../../../specification/objects-within.js';
import { rowsOf } from '../lists/list.js';
import { attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { changesNoOther, isSame, watched } from './no-other.js';
import { keptFields, tableOf } from './rows.js';
import { expectShown, isFlat, type Subject, writes } from './subject.js';

/** Requirements on what shows an object after a change: its list, other versions, what embeds it. */
export function displays(subject: Subject): Requirement[] {
  const { what, id, embeddedIn } = subject;
  return [
    writes(subject, {
      id: `${id}.listed`,
      says: `The list of the collection has a ${what} with its values after a change`,
      spec: 'Conventions',
      level: 'should',
      consequence: 'A client that reads the list displays old values.',
      async check(context) {
        const kept = (await keptFields(context, subject)).filter(isFlat);
        const { done, after } = await watched(context, subject, 'PATCH');
        const [own] = after;
        if (own?.status !== 200) return inconclusive(`the list of ${what}s cannot be read`);
        const row = rowsOf(own).find((each) => isSame(each, done.after));
        if (row === undefined) {
          return inconclusive(
            `the ${what} is not on the first page of ${subject.collection(context)}`,
          );
        }
        context.expect.each(kept, 'no field that the list has was changed', (field) =>
          expectShown(context, field, row, field.shown(done.after), {
            what: `\`${field.name}\` in the list`,
          }),
        );
      },
    }),
    writes(subject, {
      id: `${id}.every-version`,
      says: `A ${what} written in one version is returned with the same values by every other version`,
      spec: 'Versioning',
      level: 'should',
      consequence: 'Clients of different versions see different values.',
      async check(context) {
        const { api, instance, expect } = context;
        const kept = await keptFields(context, subject);
        const path = await subject.path(context);
        const own = await api.as(subject.role).object(path);
        const others = instance.versions.filter((version) => version !== api.version);
        // The oldest and the newest version are most likely to differ.
        const two = [...new Set([others[0], others.at(-1)])].filter((each) => each !== undefined);
        const answers = await Promise.all(
          two.map((version) => api.in(version).as(subject.role).get(path)),
        );
        // A version that fails has requirements of its own, but not one that does not know the
        // object.
        const read = answers.filter(
          ({ status, json }) => status === 404 || (status === 200 && isObject(json)),
        );
        expect.each(read, `no other version returned the ${what}`, (answer) => {
          expect.status(answer, 200);
          const shown = kept.filter((field) => field.shown(seen(answer)) !== undefined);
          expect.all(shown, (field) =>
            expectShown(context, field, seen(answer), field.shown(own), {
              as: `, as in ${api.version}`,
            }),
          );
        });
      },
    }),
    changesNoOther(subject),
    ...(embeddedIn === undefined ? [] : [embedded(subject, embeddedIn)]),
  ];
}

/** After each of two changes: one value could have been shown before. */
function embedded(subject: Subject, embeddedIn: NonNullable<Subject['embeddedIn']>): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.embedded`,
    says: `Where other objects embed a ${what}, it has its values after a change`,
    spec: 'Resources and their fields',
    level: 'should',
    consequence: `A client that displays the ${what} of another object displays old values.`,
    async check(context) {
      const table = await tableOf(context, subject);
      const kept = table.kept.filter(isFlat);
      const reader = context.api.as(canSignIn(context, 'user') ? 'user' : subject.role);
      const found: { object: Seen; list: string; after: Seen }[] = [];
      for (const time of ['first', 'second']) {
        const row = table.together(`${time} PATCH before what embeds it is read`);
        const { after } = await attempt(context, subject, row);
        const own = Number(at(after, 'id').value);
        for (const [list, query] of embeddedIn(own)) {
          const page = await reader.get(list, { query });
          const objects = rowsOf(page).flatMap((item) => embeddedObjects(subject, list, item));
          const same = objects.filter((object) => at(object, 'id').value === own);
          found.push(...same.map((object) => ({ object, list, after })));
        }
      }
      context.expect.each(found, `no object that embeds the ${what} was found`, (each) => {
        const { object, list, after } = each;
        const shown = kept.filter((field) => field.shown(object) !== undefined);
        context.expect.all(shown, (field) =>
          expectShown(context, field, object, field.shown(after), {
            what: `\`${field.name}\` of the ${what} embedded in ${list}`,
          }),
        );
      });
    },
  });
}

/** The objects of the kind of the subject that an item of a list embeds. */
function embeddedObjects({ resource }: Subject, list: string, item: Seen): Seen[] {
  return objectsWithin(reading(list).resource, 'list', item.value)
    .filter(({ table }) => table.name === `${resource}.embedded`)
    .map(({ value, pointer }) => ({
      value,
      at: { ...item.at, pointer: `${item.at.pointer}${pointer}` },
    }));
}
