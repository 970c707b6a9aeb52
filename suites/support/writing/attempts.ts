import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, type Seen } from '../../../harness/place.js';
import type { Body } from '../../../harness/write.js';
import type { Version } from '../../../specification/versions.js';
import { outerOf } from '../../../specification/writable.js';
import { sameValue } from '../comparison.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import type { FieldChange } from './change.js';
import { otherFixed } from './fixed-values.js';
import { bodyOf, fieldsIn, otherValues, type Subject, type SubjectField } from './subject.js';

/** A request that must leave an object unchanged. */
export interface Attempt {
  name: string;
  send(present: Seen): Promise<Answer[]>;
}

/** The name of the attempt without Content-Type. */
export const UNTYPED = 'a body without Content-Type';

/** The name of the attempt with read-only and unknown keys. */
export const FIXED = 'a body with read-only and unknown keys';

/** The name of the attempt with an invalid value of a field. */
export function invalidOf(field: string): string {
  return `an invalid ${field}`;
}

/** The name of the attempts by an unauthorized caller. */
export function attemptsBy(caller: UnauthorizedCaller): string {
  return `${stateOf(caller)}attempts by ${caller.role}`;
}

/** The fields for which an invalid value is sent. */
export function triedInvalid(subject: Subject, version: Version): readonly SubjectField[] {
  return fieldsIn(subject, version).filter(({ name }) => !subject.untried?.includes(name));
}

/**
 * The requests of the role that may write an object which must leave it unchanged; `kept` are
 * changes that were stored.
 */
export function ownAttempts(
  context: CheckContext,
  subject: Subject,
  kept: readonly FieldChange[],
): Attempt[] {
  const { api, write } = context;
  const patch = async (body: Body) => [
    await write.send(api.as(subject.role), 'PATCH', await subject.path(context), body),
  ];
  const keptFields = kept.map(({ field }) => field);
  const untyped: Attempt['send'] = async (present) => {
    const values = otherValues(context, keptFields.slice(0, 1), present);
    return patch({ text: JSON.stringify(bodyOf(values)), contentType: null });
  };
  const fixed: Attempt['send'] = async (present) => {
    const keys: [name: string, value: unknown][] = [['conformance', 'unknown to SPEC.md']];
    for (const name of subject.fixed) {
      const value = await otherFixed(context, subject.resource, name, at(present, name).value);
      keys.push([name, value]);
    }
    const together = await patch({ json: Object.fromEntries(keys) });
    if (together.every(({ status }) => status < 400)) return together;
    // A key that is refused may hide one that is not.
    const answers = [...together];
    for (const [name, value] of keys) answers.push(...(await patch({ json: { [name]: value } })));
    return answers;
  };
  return [
    { name: FIXED, send: fixed },
    { name: UNTYPED, send: untyped },
    ...triedInvalid(subject, api.version).map(
      ({ name, wrong }): Attempt => ({
        name: invalidOf(name),
        send: async (present) => {
          // Next to a valid value of another field.
          const others = keptFields.filter((each) => outerOf(each.name) !== outerOf(name));
          const sound = otherValues(context, others.slice(0, 1), present);
          return patch({ json: bodyOf([...sound, [name, wrong]]) });
        },
      }),
    ),
  ];
}

/**
 * The attempt of an unauthorized caller: each field whose change was stored for the authorized
 * role, by each method, with the value stored then unless it is set already.
 */
export function unauthorizedAttempt(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
  kept: readonly FieldChange[],
): Attempt {
  const { api, write } = context;
  return {
    name: attemptsBy(caller),
    async send(present) {
      const path = await subject.path(context);
      const values = new Map(kept.map(({ field, sent }) => [field.name, sent]));
      const given = (field: SubjectField): [name: string, value: unknown] => {
        const shown = field.shown(present);
        const taken = values.get(field.name);
        const isOther = values.has(field.name) && !sameValue(taken, shown);
        return [field.name, isOther ? taken : field.another(shown, context)];
      };
      const answers: Answer[] = [];
      for (const method of caller.methods) {
        // A PUT has every field.
        const fields = fieldsIn(subject, api.version).filter(
          ({ name }) => method === 'PUT' || values.has(name),
        );
        const json = bodyOf(fields.map(given));
        answers.push(await write.send(api.as(caller.role), method, path, { json }));
      }
      return answers;
    },
  };
}
