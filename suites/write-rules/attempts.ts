import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import type { Body } from '../../harness/write.js';
import type { Version } from '../../specification/versions.js';
import { outerOf } from '../../specification/writable.js';
import { stateOf, type UnauthorizedCaller } from './callers.js';
import { bodyOf, fieldsIn, otherValues, type Subject, type SubjectField } from './subject.js';

/** Something that an object must come out of as it was. */
export interface Attempt {
  name: string;
  send(present: Seen): Promise<Answer[]>;
}

/** The name of the attempt whose body has no Content-Type. */
export const UNTYPED = 'a body without Content-Type';

/** The name of the attempt whose body has read-only and unknown keys only. */
export const FIXED = 'a body of read-only and unknown keys';

/** The name of the attempt to give a field a value that cannot be right. */
export function invalidOf(field: string): string {
  return `an invalid ${field}`;
}

/** The name of the attempts of an unauthorized caller. */
export function attemptsBy(caller: UnauthorizedCaller): string {
  return `${stateOf(caller)}tried by ${caller.role}`;
}

/** The fields that something invalid is sent for. */
export function triedInvalid(subject: Subject, version: Version): readonly SubjectField[] {
  return fieldsIn(subject, version).filter(({ name }) => !subject.untried?.includes(name));
}

/** What the role that may write an object sends and must change nothing by; `kept` are fields that can be changed. */
export function ownAttempts(
  context: CheckContext,
  subject: Subject,
  kept: readonly SubjectField[],
): Attempt[] {
  const { api, write } = context;
  const patch = async (body: Body) => [
    await write.send(api.as(subject.role), 'PATCH', await subject.path(context), body),
  ];
  const untyped: Attempt['send'] = async (present) => {
    const values = otherValues(context, kept.slice(0, 1), present);
    return patch({ text: JSON.stringify(bodyOf(values)), contentType: null });
  };
  const fixed: Attempt['send'] = (present) => {
    const fixedKeys = subject.fixed.map(
      (name) => [name, ofSameType(at(present, name).value)] as const,
    );
    return patch({ json: { ...bodyOf(fixedKeys), conformance: 'unknown to SPEC.md' } });
  };
  const fields = fieldsIn(subject, api.version);
  return [
    { name: FIXED, send: fixed },
    { name: UNTYPED, send: untyped },
    ...triedInvalid(subject, api.version).map(
      ({ name, wrong }): Attempt => ({
        name: invalidOf(name),
        send: async (present) => {
          const others = fields.filter((each) => outerOf(each.name) !== outerOf(name));
          const sound = otherValues(context, others.slice(0, 1), present);
          return patch({ json: bodyOf([...sound, [name, wrong]]) });
        },
      }),
    ),
  ];
}

/** What an unauthorized caller sends: every field, by each method. */
export function unauthorizedAttempt(
  context: CheckContext,
  subject: Subject,
  caller: UnauthorizedCaller,
): Attempt {
  const { api, write } = context;
  return {
    name: attemptsBy(caller),
    async send(present) {
      const path = await subject.path(context);
      const answers: Answer[] = [];
      for (const method of caller.methods) {
        const json = bodyOf(otherValues(context, fieldsIn(subject, api.version), present));
        answers.push(await write.send(api.as(caller.role), method, path, { json }));
      }
      return answers;
    },
  };
}

/**
 * Another value of the same type, and of the same form: what is no address or no time could be refused
 * for that alone. An embedded object is sent by an id, as bodies do with patches.
 */
function ofSameType(present: unknown): unknown {
  if (typeof present === 'boolean') return !present;
  if (typeof present === 'number') return present + 1;
  if (Array.isArray(present)) return [];
  const { id } = { id: undefined, ...(typeof present === 'object' ? present : {}) };
  if (typeof id === 'number') return id === 1 ? 2 : 1;
  const others = OF_FORM.find(({ form }) => typeof present === 'string' && form.test(present));
  return (others?.values ?? ['conformance', 'conformance again']).find((each) => each !== present);
}

/** Texts that an instance may hold to a form. */
const OF_FORM = [
  { form: /^[^<>@\s]+@[^<>@\s]+$/, values: ['conformance@example.org', 'again@example.org'] },
  { form: /^\d{4}-\d\d-\d\dT/, values: ['2001-02-03T04:05:06Z', '2002-03-04T05:06:07Z'] },
];
