import type { CheckContext } from '../../../harness/check-context.js';
import { at, isObject, type Seen, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { reading } from '../../../specification/endpoints.js';
import { objectsWithin } from '../../../specification/tables-within.js';
import { rowsOf } from '../lists/list.js';
import { attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { readLists } from './lists.js';
import { listsOf, tableOf } from './rows.js';
import { expectShown, type Subject, type SubjectRule, writes } from './subject.js';

/** An object as it is shown somewhere else than in its own detail: "in bundles/". */
type Shown = readonly [where: string, object: Seen];

/** A requirement on what shows an object. */
interface DisplayRule extends Omit<SubjectRule, 'check'> {
  shown(context: CheckContext, object: Seen): Promise<Shown[]>;
  missing: string;
}

/** Requirements on what shows an object after a change: its list, other versions, what embeds it. */
export function displays(subject: Subject): Requirement[] {
  const { what, id, embeddedIn } = subject;
  const all: DisplayRule[] = [
    {
      id: `${id}.listed`,
      says: `The list of the collection has a ${what} with its values after a change`,
      spec: 'Conventions',
      consequence: 'A client that reads the list displays old values.',
      missing: `the ${what} is not on the first page of its list`,
      async shown(context, object) {
        const [page] = await readLists(context, listsOf(context, subject));
        const rows = page === undefined ? [] : rowsOf(page);
        return rows.filter((row) => isSame(row, object)).map((row) => ['in the list', row]);
      },
    },
    {
      id: `${id}.every-version`,
      says: `A ${what} written in one version is returned with the same values by every other version`,
      spec: 'Versioning',
      consequence: 'Clients of different versions see different values.',
      missing: `no other version returned the ${what}`,
      async shown(context) {
        const { api, instance, expect } = context;
        const path = await subject.path(context);
        const others = instance.versions.filter((version) => version !== api.version);
        // The oldest and the newest version are most likely to differ.
        const two = [...new Set([others[0], others.at(-1)])].filter((each) => each !== undefined);
        const shown: Shown[] = [];
        for (const version of two) {
          const answer = await api.in(version).as(subject.role).get(path);
          // A version that fails has requirements of its own, but not one that does not know it.
          if (answer.status === 404) expect.status(answer, 200);
          if (isObject(answer.json)) shown.push([`in ${version}`, seen(answer)]);
        }
        return shown;
      },
    },
  ];
  if (embeddedIn !== undefined) {
    all.push({
      id: `${id}.embedded`,
      says: `Where other objects embed a ${what}, it has its values after a change`,
      spec: 'Resources and their fields',
      consequence: `A client that displays the ${what} of another object displays old values.`,
      missing: `no object that embeds the ${what} was found`,
      async shown(context, object) {
        const reader = context.api.as(canSignIn(context, 'user') ? 'user' : subject.role);
        const shown: Shown[] = [];
        for (const [list, query] of embeddedIn(Number(at(object, 'id').value))) {
          const items = rowsOf(await reader.get(list, { query }));
          const embedded = items.flatMap((item) => embeddedObjects(subject, list, item));
          const same = embedded.filter((each) => isSame(each, object));
          shown.push(...same.map((each): Shown => [`embedded in ${list}`, each]));
        }
        return shown;
      },
    });
  }
  return all.map((declared) => showsChanges(subject, declared));
}

/** Looks after each of two changes: one value could have been shown before. */
function showsChanges(subject: Subject, { shown, missing, ...declared }: DisplayRule): Requirement {
  return writes(subject, {
    level: 'should',
    ...declared,
    async check(context) {
      const table = await tableOf(context, subject);
      const found: { after: Seen; where: string; object: Seen }[] = [];
      for (const time of ['first', 'second']) {
        const row = table.together(`${time} PATCH for ${declared.id}`);
        const { after } = await attempt(context, subject, row);
        for (const [where, object] of await shown(context, after)) {
          found.push({ after, where, object });
        }
      }
      context.expect.each(found, missing, ({ after, where, object }) => {
        const fields = table.kept.filter((field) => field.shown(object) !== undefined);
        context.expect.all(fields, (field) => {
          const what = `\`${field.name}\` ${where}`;
          expectShown(context, field, object, field.shown(after), { what });
        });
      });
    },
  });
}

/** Whether two objects have one id. */
export function isSame(one: Seen, other: Seen): boolean {
  return at(one, 'id').value === at(other, 'id').value;
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
