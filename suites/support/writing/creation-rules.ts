import { named } from '../../../harness/client/answer.js';
import { at, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { canonical, sameValue } from '../comparison.js';

import { creation, made, whyNotCreated } from './creation.js';
import type { CreationRules } from './refused-posts.js';
import { type SubjectField, seenIn, writes } from './subject.js';

/** Requirements on a POST that creates an object: the response and the object. */
export function creationRules(rules: CreationRules): Requirement[] {
  const { creating, path } = rules;
  const { what, role } = creating;
  const id = `${what}.create`;
  const TABLE = 'Endpoint table';
  return [
    writes(creating, {
      id,
      says: `POST \`${path}\` by the role \`${role}\` returns 201 with the ${what}`,
      spec: TABLE,
      consequence: `A client cannot create a ${what}, or does not get its id.`,
      async check(context) {
        const { answer } = await creation(context, creating);
        context.expect.status(answer, 201);
        context.expect.object(answer);
        if (answer.role !== role) context.accept(`refused to ${role} with 403; ${answer.role} may`);
        // Without an id, the object cannot be found otherwise.
        if (creating.find !== undefined) return;
        const number = at(seen(answer), 'id');
        context.expect.that(Number.isInteger(number.value), number, '`id`', 'an integer');
      },
    }),
    writes(creating, {
      id: `${id}.readable`,
      says: `A ${what} that was created is available: GET by its id returns 200`,
      spec: TABLE,
      consequence: 'An object reported as created is missing.',
      async check(context) {
        const { answer } = await creation(context, creating);
        const number = at(seen(answer), 'id').value;
        if (answer.status >= 400 || !Number.isInteger(number))
          inconclusive(whyNotCreated(what, answer));
        const { owner } = creating;
        if (
          owner !== undefined &&
          at(seen(answer), owner, 'id').value !== context.write.ownId(role)
        ) {
          // A wrong owner has a requirement of its own; the object need not be visible to the
          // caller then.
          inconclusive(`the new ${what} does not belong to the caller`);
        }
        const list = creating.list(context);
        const read = await context.api.as(list.role).get(`${list.path}${number}/`);
        context.expect.status(read, 200);
      },
    }),
    writes(creating, {
      id: `${id}.answer`,
      says: `The body of the 201 is the ${what} as a later GET returns it`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      async check(context) {
        const { answer, shown } = await made(context, creating);
        const expected = `the body of GET: ${canonical(shown.value)}`;
        const body = `${named(answer)}, body`;
        context.expect.that(sameValue(answer.json, shown.value), seen(answer), body, expected);
      },
    }),
    ...creating.fields
      .filter(({ value }) => value.kind !== 'state')
      .map((field) => showsField(rules, field)),
  ];
}

/** A field of a new object has the value that was sent. */
function showsField({ creating }: CreationRules, field: SubjectField): Requirement {
  const { name } = field;
  return writes(creating, {
    id: `${creating.what}.create.${fieldInIds(name)}`,
    says: `A new ${creating.what} has the \`${name}\` of the request`,
    versions: since(field.since),
    consequence: 'A value is stored incorrectly.',
    async check(context) {
      const { shown, sent } = await made(context, creating);
      const place = seenIn(field, shown);
      const value = inAnyOrder(place.value);
      const due = inAnyOrder(sent[name]);
      context.expect.that(
        sameValue(value, due),
        { ...place, value },
        `\`${name}\``,
        canonical(due),
      );
    },
  });
}

/** The order of an array has a requirement of its own. */
function inAnyOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as unknown[])].sort() : value;
}
