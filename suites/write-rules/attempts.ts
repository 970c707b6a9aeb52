import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';
import type { Body } from '../../harness/write.js';
import { type Stranger, stateOf } from './strangers.js';
import { bodyOf, otherValues, type Subject, type WritableField } from './subject.js';

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

/** The name of a stranger's attempts. */
export function attemptsBy(foe: Stranger): string {
  return `${stateOf(foe)}tried by ${foe.role}`;
}

/** What the role that may write an object sends and must change nothing by; `kept` are fields that can be changed. */
export function ownAttempts(
  context: CheckContext,
  subject: Subject,
  kept: readonly WritableField[],
): Attempt[] {
  const { api, write } = context;
  const patch = async (body: Body) => [
    await write.send(api.as(subject.role), 'PATCH', await subject.path(context), body),
  ];
  const untyped: Attempt['send'] = async (present) => {
    const values = await otherValues(context, kept.slice(0, 1), present);
    return patch({ text: JSON.stringify(bodyOf(values)), contentType: null });
  };
  const fixed: Attempt['send'] = (present) => {
    const foreign = subject.fixed.map(
      (name) => [name, ofSameType(at(present, name).value)] as const,
    );
    return patch({ json: { ...bodyOf(foreign), conformance: 'unknown to SPEC.md' } });
  };
  const invalid = subject.fields.filter(({ wrong }) => wrong !== undefined);
  return [
    { name: FIXED, send: fixed },
    { name: UNTYPED, send: untyped },
    ...invalid.map(
      ({ name, wrong }): Attempt => ({
        name: invalidOf(name),
        send: async (present) => {
          const others = subject.fields.filter((each) => outerOf(each.name) !== outerOf(name));
          const sound = await otherValues(context, others.slice(0, 1), present);
          return patch({ json: bodyOf([...sound, [name, wrong]]) });
        },
      }),
    ),
  ];
}

/** What a stranger sends: every field, by each method. */
export function strangersAttempt(context: CheckContext, subject: Subject, foe: Stranger): Attempt {
  const { api, write } = context;
  return {
    name: attemptsBy(foe),
    async send(present) {
      const path = await subject.path(context);
      const answers: Answer[] = [];
      for (const method of foe.methods) {
        const json = bodyOf(await otherValues(context, subject.fields, present));
        answers.push(await write.send(api.as(foe.role), method, path, { json }));
      }
      return answers;
    },
  };
}

/** Whether the run is known to have credentials for a role. */
export function canSignIn({ write }: CheckContext, role: Role): boolean {
  if (role === 'anonymous') return true;
  try {
    write.ownId(role);
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
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

function outerOf(name: string): string {
  return name.split('.')[0] ?? name;
}
