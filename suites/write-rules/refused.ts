import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical } from '../consistency/comparison.js';
import { UNKNOWN_ID } from '../errors/unknown-id.js';
import { hasMoved, keptChanges } from './change.js';
import { attempts } from './harmless.js';
import { expectRefusal } from './invalid.js';
import { type Told, writes } from './rows.js';
import { needsOf, type Stranger, stateOf } from './strangers.js';
import { bodyOf, type Subject } from './subject.js';

/**
 * Declares that a stranger's PATCH, or PUT, is refused. With which status those who can see the
 * object are refused is required of all writes at once.
 */
export function refuses(subject: Subject, foe: Stranger, id: string): Requirement {
  const { what } = subject;
  const how = foe.statuses === undefined ? 'refused' : foe.statuses.join(' or ');
  const told = {
    id,
    says: `${foe.methods.join(' and ')} of a ${stateOf(foe)}${what} by ${foe.who}: ${how}`,
    spec: 'Authentication',
    needs: needsOf(foe),
    consequence: `Somebody who has no right to a ${what} is told that it was changed.`,
  };
  return writes(subject, told, async (context) => {
    const { answers } = await attempts(context, subject, foe);
    context.expect.each(answers, 'nothing was tried', (answer) => {
      if (foe.statuses === undefined) expectRefusal(context, answer);
      else context.expect.status(answer, ...foe.statuses);
    });
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
