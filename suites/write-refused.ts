import type { CheckContext } from '../harness/check-context.js';
import type { Answer } from '../harness/client/answer.js';
import { at, type Seen } from '../harness/place.js';
import type { Requirement } from '../harness/requirement.js';
import type { Role } from '../harness/role.js';
import { inconclusive } from '../harness/violation.js';
import { canonical } from './comparison.js';
import { UNKNOWN_ID } from './errors-unknown-id.js';
import { hasMoved, keptChanges, seen } from './write-change.js';
import { type Told, writes } from './write-rows.js';
import { anotherOfEach, bodyOf, type Subject } from './write-subject.js';

/** Who must not write a subject, by which methods, and what may be answered. */
export interface Stranger {
  role: Role;
  methods: readonly ('PATCH' | 'PUT')[];
  statuses: readonly number[];
  /** In words: "another user". */
  who: string;
  /** The state that the object is in when it is tried; whatever it is in unless given. */
  when?: Circumstance;
}

/** A state of an object, and what brings it about. */
export interface Circumstance {
  /** In words: "public". */
  state: string;
  bringAbout(context: CheckContext): Promise<unknown>;
}

/** What a stranger's attempts were answered, and the object before and after all of them. */
export interface Attempts {
  before: Seen;
  answers: Answer[];
  after: Seen;
}

/** Somebody who signs in and has no right to it: "authenticated callers get 403" (rule 5). */
export function stranger(role: Role, who: string, ...methods: Stranger['methods']): Stranger {
  return { role, who, methods, statuses: [403] };
}

/** Another user, who has no right to it. */
export const OTHER = stranger('other', 'another user', 'PATCH', 'PUT');

/** Nobody in particular; 403 and 404 are both documented (INTERPRETATION B-1). */
export const NOBODY: Stranger = {
  role: 'anonymous',
  who: 'a caller that does not sign in',
  methods: ['PATCH'],
  statuses: [403, 404],
};

/** Declares that a stranger's PATCH, or PUT, is refused. */
export function refuses(subject: Subject, foe: Stranger, id: string): Requirement {
  const { what } = subject;
  const told = {
    id,
    says: `${foe.methods.join(' and ')} of a ${stateOf(foe)}${what} by ${foe.who}: ${foe.statuses.join(' or ')}`,
    spec: 'Authentication',
    needs: needsOf(foe),
    consequence: `Somebody who has no right to a ${what} is told that it was changed.`,
  };
  return writes(subject, told, async (context) => {
    const { answers } = await attempts(context, subject, foe);
    context.expect.each(answers, 'nothing was tried', (answer) =>
      context.expect.status(answer, ...foe.statuses),
    );
    context.accept(`refused with ${[...new Set(answers.map(({ status }) => status))].join(', ')}`);
  });
}

/** Declares that a write that is refused to a stranger has not been made all the same. */
export function keepsFrom(subject: Subject, foe: Stranger, id: string): Requirement {
  const { what } = subject;
  const told = {
    id,
    says: `A write of a ${stateOf(foe)}${what} that is refused to ${foe.who} changes nothing`,
    spec: 'Authentication',
    needs: needsOf(foe),
    consequence: 'Somebody who has no right to it changes what belongs to others.',
  };
  return writes(subject, told, async (context) => {
    const { before, answers, after } = await attempts(context, subject, foe);
    // A write that was not refused is a matter of the refusal.
    if (answers.some(({ status }) => status < 400)) inconclusive('a write was not refused');
    context.expect.each(subject.fields, 'no field to compare', (field) => {
      const shown = { value: field.shown(after), at: at(after, field.name).at };
      const same = !hasMoved(field, { before, after });
      const expected = `${canonical(field.shown(before))}, as before`;
      context.expect.that(same, shown, `\`${field.name}\` after the refusals`, expected);
    });
  });
}

/** Declares that a write to an id that is not there answers 404. */
export function knowsNoOther(
  subject: Subject,
  unknownPath: (context: CheckContext) => Promise<string>,
  id: string,
  ...methods: Stranger['methods']
): Requirement {
  const told: Told = {
    id,
    says: `${methods.join(' and ')} of a ${subject.what} with an unknown id answer${methods.length > 1 ? '' : 's'} 404`,
    spec: 'Errors',
    consequence: 'A client that changes something that is gone is not told so.',
  };
  return writes(subject, told, async (context) => {
    const { api, write, expect } = context;
    const kept = await keptChanges(context, subject);
    const json = bodyOf(kept.map(({ field, sent }) => [field.name, sent] as const));
    const path = await unknownPath(context);
    const answers: Answer[] = [];
    for (const method of methods) {
      answers.push(await write.send(api.as(subject.role), method, path, { json }));
    }
    expect.each(answers, 'nothing was tried', (answer) => expect.status(answer, 404));
  });
}

/** The path of an object of a collection that is not there. */
export function unknownIn(collection: string): () => Promise<string> {
  return async () => `${collection}${UNKNOWN_ID}/`;
}

/** Each method once, with other values each time; made once in a version. */
export function attempts(
  context: CheckContext,
  subject: Subject,
  foe: Stranger,
): Promise<Attempts> {
  const { api, instance, write } = context;
  return instance.once(
    `${stateOf(foe)}${subject.what}: tried by ${foe.role} in ${api.version}`,
    async () => {
      await keptChanges(context, subject);
      await foe.when?.bringAbout(context);
      const path = await subject.path(context);
      const owner = api.as(subject.role);
      const before = await owner.object(path);
      const answers: Answer[] = [];
      for (const method of foe.methods) {
        const json = bodyOf(await anotherOfEach(context, subject));
        answers.push(await write.send(api.as(foe.role), method, path, { json }));
      }
      return { before, answers, after: seen(await owner.get(path)) };
    },
  );
}

function stateOf({ when }: Stranger): string {
  return when === undefined ? '' : `${when.state} `;
}

function needsOf({ role }: Stranger): Requirement['needs'] {
  return role === 'anonymous' ? [] : [role];
}
