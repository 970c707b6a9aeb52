import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { at, elements, isObject, type Seen, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { documentedPart } from '../../../specification/tables-within.js';
import { rowsOf } from '../known-rows.js';
import { attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { ownUsers } from './creation.js';
import { type List, readLists } from './lists.js';
import { expectOthersUnchanged } from './lists-compared.js';
import type { Updatable } from './rows.js';
import { sameState } from './same-state.js';
import { expectShown, type Subject, type SubjectRule, writes } from './subject.js';

/** An object as it is shown somewhere else than in its own detail: "in bundles/". */
type Shown = readonly [where: string, object: Seen];

/** A requirement on what shows an object. */
interface DisplayRule extends Omit<SubjectRule, 'check'> {
  shown(context: CheckContext, object: Seen): Promise<Shown[]>;
  missing: string;
}

/** Requirements on what shows an object after a change: its list, other versions, what embeds it. */
export function displays(subject: Updatable): Requirement[] {
  const { what, id, embeddedIn } = subject;
  const all: DisplayRule[] = [
    {
      id: `${id}.listed`,
      says: `The list of the collection has a ${what} with its values after a change`,
      spec: 'Conventions',
      consequence: `A client that lists ${what}s after a change displays the old values.`,
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
      consequence: `Two clients that use different versions display different values of a ${what}.`,
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
          const page = await reader.get(list, { query });
          const same = objectsAt(seen(page), at(object, 'url').value);
          shown.push(...same.map((each): Shown => [`embedded in ${list}`, each]));
        }
        return shown;
      },
    });
  }
  return all.map((declared) => showsChanges(subject, declared));
}

/** Looks after each of two changes: one value could have been shown before. */
function showsChanges(
  subject: Updatable,
  { shown, missing, ...declared }: DisplayRule,
): Requirement {
  return writes(subject, {
    level: 'should',
    ...declared,
    async check(context) {
      const table = await subject.table(context);
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

/** The objects with a `url` in a JSON value, at any depth. */
export function objectsAt(place: Seen, url: unknown): Seen[] {
  const { value } = place;
  const inner = isObject(value)
    ? Object.keys(value).map((name) => at(place, name))
    : elements(place);
  const within = inner.flatMap((each) => objectsAt(each, url));
  return isObject(value) && value.url === url && url !== undefined ? [place, ...within] : within;
}

/**
 * A write of every field changes no other object: neither one of the run's roles, nor one that then
 * shows a value of it. The list is compared row by row, as each caller reads it.
 */
export function changesNoOther(subject: Updatable): Requirement {
  const { what, id, methods } = subject;
  return writes(subject, {
    id: `${id}.others`,
    says: `${methods.join(' and ')} of a ${what} change${methods.length > 1 ? '' : 's'} no other ${what}: its list shows them as before, to every caller`,
    spec: 'Endpoint table',
    consequence: `Whoever changes one ${what} finds other ${what}s changed as well.`,
    async check(context) {
      const table = await subject.table(context);
      const users = ownUsers(context);
      // Each twice: an earlier write may have given others the value of one of the two.
      const write = (name: string, method: string) =>
        method === 'PUT' ? table.put(name) : table.together(name);
      const rows = methods.flatMap((method) => [
        write(`${method} between two lists`, method),
        write(`another ${method} between two lists`, method),
      ]);
      for (const row of rows) {
        const before = await readLists(context, listsOf(context, subject));
        const siblings = await readSiblings(context, subject);
        const done = await attempt(context, subject, row);
        const after = await readLists(context, listsOf(context, subject));
        const present = await readSiblings(context, subject);
        const isWritten = (row: Seen) => isSame(row, done.before);
        if (before.flatMap(rowsOf).every(isWritten)) inconclusive(`no list shows another ${what}`);
        const sent = done.sent.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
        const isOwn = (row: Seen) => subject.isOwned(row, users);
        expectOthersUnchanged(context, before, after, { isWritten, isOwn, sent });
        context.expect.all([...present.entries()], ([index, now]) => {
          const partOf = (answer: Answer | undefined) =>
            documentedPart(subject.resource, 'detail', answer?.json);
          const isUnchanged = sameState(partOf(siblings[index]), partOf(now));
          const expected = `as before ${done.row.name} of another ${what}`;
          context.expect.that(isUnchanged, seen(now), named(now), expected);
        });
      }
    },
  });
}

function readSiblings(context: CheckContext, { siblings }: Subject): Promise<Answer[]> {
  const known = siblings?.(context) ?? [];
  return Promise.all(known.map(({ path, role }) => context.api.as(role).get(path)));
}

/** The list that contains a subject, as its owner, another user and an unauthenticated caller read it. */
function listsOf(context: CheckContext, subject: Subject): List[] {
  const roles = [...new Set([subject.role, 'other', 'anonymous'] as const)];
  const path = subject.collection(context);
  return roles.filter((role) => canSignIn(context, role)).map((role) => ({ path, role }));
}
