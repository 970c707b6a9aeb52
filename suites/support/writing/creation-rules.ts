import type { CheckContext } from '../../../harness/check-context.js';
import { at, seen, valueAt } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { expectState } from './attempt.js';
import { type Creating, creation, idOfNone, made, type Sent, whyNotCreated } from './creation.js';
import { expectOthersUnchanged } from './lists-compared.js';
import { lostValue } from './lost-values.js';
import { expectShown, type SubjectField, writes } from './subject.js';

const TABLE = 'Endpoint table';

/** Requirements on a POST that creates an object: the response, the object, and all others. */
export function creationRules(creating: Creating): Requirement[] {
  const { what, role, route } = creating;
  const id = `${what}.create`;
  return [
    writes(creating, {
      id,
      says: `POST \`${route}\` by the role \`${role}\` returns 201 with the ${what}, whose \`id\` is not taken from the body`,
      spec: TABLE,
      consequence: `A client cannot create a ${what}, or does not get its id.`,
      async check(context) {
        const { answer } = await creation(context, creating);
        context.expect.status(answer, 201);
        context.expect.object(answer);
        if (answer.role !== role) context.accept(`refused to ${role} with 403; ${answer.role} may`);
        const number = at(seen(answer), 'id');
        context.expect.that(Number.isInteger(number.value), number, '`id`', 'an integer');
        const sent = idOfNone(context);
        context.expect.that(number.value !== sent, number, '`id`', `not ${sent}, as sent`);
      },
    }),
    writes(creating, {
      id: `${id}.readable`,
      says: `A ${what} that was created is available: GET by its id returns 200`,
      spec: TABLE,
      consequence: 'An object reported as created is missing.',
      async check(context) {
        const { answer, read } = await creation(context, creating);
        if (read === undefined) {
          return inconclusive(whyNotCreated(what, answer), 'failed-write', { requirement: id });
        }
        // A wrong owner has a requirement of its own; a bundle need not be visible to the caller then.
        const owner = valueAt(seen(answer), 'owner', 'id');
        if (owner !== undefined && owner !== context.write.ownId(role)) {
          inconclusive(`the new ${what} does not belong to the caller`, 'failed-write', {
            requirement: id,
          });
        }
        context.expect.status(read, 200);
      },
    }),
    writes(creating, {
      id: `${id}.answer`,
      says: `The body of the 201 is the ${what} as a later GET returns it`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      async check(context) {
        const { answer, path, shown } = await made(context, creating);
        // To whoever reads, an instance may show other addresses (docs/verdicts.md B-38).
        const isReader = answer.role === creating.reader;
        const own = isReader ? shown : await context.api.as(answer.role).object(path);
        expectState(context, creating.resource, answer, own);
      },
    }),
    ...creating.fields.map((field) => showsField(creating, field)),
    writes(creating, {
      id: `${id}.others`,
      says: `Creating a ${what} changes no other ${what}, for whoever reads the lists`,
      spec: TABLE,
      consequence: `A client that creates a ${what} loses or changes another one.`,
      async check(context) {
        const { id: own, before, after, sent } = await made(context, creating);
        expectOthersUnchanged(context, before, after, {
          isWritten: (row) => creating.isAbout(row, own),
          isOwn: (row) => creating.isOnlyOurs(context, row),
          sent: textsOf(context, sent),
        });
      },
    }),
  ];
}

/** The texts that no object can show by chance. */
function textsOf({ write }: CheckContext, sent: Sent): string[] {
  const texts = Object.values(sent).filter((value) => typeof value === 'string');
  return texts.filter((text) => text.includes(write.marker));
}

/** A field of a new object has the value that was sent. */
function showsField(creating: Creating, field: SubjectField): Requirement {
  const { name } = field;
  return writes(creating, {
    id: `${creating.what}.create.${fieldInIds(name)}`,
    says: `A new ${creating.what} has the \`${name}\` of the request`,
    versions: since(field.since),
    consequence: lostValue(creating.what, name),
    async check(context) {
      const { shown, sent } = await made(context, creating);
      // What is not shown may be stored all the same.
      if (at(shown, name).value === undefined) {
        const says = `a new ${creating.what} does not show its \`${name}\``;
        inconclusive(says, 'failed-request', { requirement: `${creating.what}.fields` });
      }
      expectShown(context, field, shown, sent[name]);
    },
  });
}
