import type { CheckContext } from '../../../harness/check-context.js';
import { named } from '../../../harness/client/answer.js';
import { at, seen } from '../../../harness/place.js';
import { cut } from '../../../harness/redaction.js';
import type { Requirement } from '../../../harness/requirement.js';
import { AnsweredWithAnother, inconclusive } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds, outerOf } from '../../../specification/writable.js';
import { canonical, sameValue } from '../comparison.js';
import { keepsAny } from './any-value.js';
import {
  type Attempt,
  attempt,
  attempts,
  expectFixed,
  expectStored,
  isKept,
  isStored,
} from './attempt.js';
import { displays } from './displays.js';
import { changesNothing } from './invalid.js';
import { watched } from './lists-around.js';
import { changeRows, changes, inForms, keptFields, sameAgain, unusualTexts } from './rows.js';
import {
  expectUnmoved,
  isFlat,
  type Subject,
  type SubjectField,
  type Values,
  writes,
} from './subject.js';
import { refusesUnknownId } from './unauthorized.js';

const TABLE = 'Endpoint table';

/**
 * Requirements on every update: each field of the specification's table is stored and shown, and what
 * must change nothing changes nothing. Each resource adds its own, and those on unauthorized callers.
 * `without` are the endings of the ids of rules that do not apply.
 */
export function updateRules(subject: Subject, without: readonly string[] = []): Requirement[] {
  const left = without.map((part) => `${subject.id}.${part}`);
  return [
    makesChanges(subject),
    ...subject.fields.map((field) => keepsField(subject, field)),
    ...keepsAny(subject),
    ...effects(subject),
    ...(subject.methods.includes('PUT') ? [replaces(subject)] : []),
    ...displays(subject),
    ...changesNothing(subject),
    refusesUnknownId(subject),
  ].filter(({ id }) => !left.includes(id));
}

function makesChanges(subject: Subject): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id,
    says: `PATCH of one field of a ${what} returns 200 and makes the change`,
    spec: TABLE,
    consequence: `A client cannot change a ${what}, or wrongly assumes that it was changed.`,
    async check(context) {
      const { expect } = context;
      const done: Attempt[] = [];
      try {
        for (const row of changeRows(context, subject)) {
          const each = await attempt(context, subject, row);
          expect.status(each.answer, 200);
          expect.status(each.read, 200);
          done.push(each);
        }
      } catch (error) {
        if (error instanceof AnsweredWithAnother) expect.fail(error.mismatch);
        throw error;
      }
      const { after } = done[0] ?? inconclusive(`there is no other value for a ${what}`);
      const isChanged = done.some((each) => isStored(subject, each));
      expect.that(isChanged, after, `the ${what} after PATCH`, 'a change in any field');
    },
  });
}

/** A field has the values of its changes afterwards. */
function keepsField(subject: Subject, field: SubjectField): Requirement {
  const { what, id } = subject;
  const { name } = field;
  return writes(subject, {
    id: `${id}.${fieldInIds(name)}`,
    says: `\`${name}\` of a ${what} is writable: a later GET returns the value that was sent`,
    versions: since(field.since),
    consequence: 'A value is lost or stored incorrectly.',
    async check(context) {
      const all = await changes(context, subject);
      if (!all.some((each) => isStored(subject, each))) {
        inconclusive(`no PATCH of the ${what} had any effect`);
      }
      const own = all.filter(({ sent }) => sent.some(([each]) => each === name));
      const accepted = own.filter(({ answer }) => answer.status === 200);
      context.expect.each(accepted, `no PATCH of \`${name}\` returned 200`, (each) => {
        // A missing object, such as `settings`, has a requirement of its own.
        const outer = outerOf(name);
        if ([each.before, each.after].every((object) => at(object, outer).value === undefined)) {
          inconclusive(`the ${what} has no \`${outer}\``);
        }
        expectStored(context, subject, each);
      });
    },
  });
}

/** What a PATCH does besides storing a value. */
function effects(subject: Subject): Requirement[] {
  const { what, id } = subject;
  return [
    writes(subject, {
      id: `${id}.answer`,
      says: `PATCH returns the ${what} as a later GET does`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      async check(context) {
        const unusual = unusualTexts(context, subject, await keptFields(context, subject));
        const done = await changes(context, subject);
        done.push(...(await attempts(context, subject, unusual)));
        const accepted = done.filter(({ answer }) => answer.status === 200);
        context.expect.each(accepted, 'no PATCH returned 200', (each) =>
          expectState(context, each),
        );
      },
    }),
    writes(subject, {
      id: `${id}.partial`,
      says: `PATCH is partial: fields of a ${what} that it does not name keep their values`,
      spec: TABLE,
      consequence: 'A client that changes one field changes others without notice.',
      async check(context) {
        await keptFields(context, subject);
        context.expect.all(await changes(context, subject), (each) => {
          const sent = each.sent.map(([name]) => name);
          const others = subject.fields.filter(({ name }) => !sent.includes(name));
          const place = (name: string) => `\`${name}\` after ${each.row.name}`;
          const written = others.map(
            (field) => () => expectUnmoved(context, field, each, place(field.name)),
          );
          const fixed = subject.fixed.map(
            (name) => () => expectFixed(context, name, each, place(name)),
          );
          context.expect.all([...written, ...fixed], (expects) => expects());
        });
      },
    }),
    writes(subject, {
      id: `${id}.idempotent`,
      says: `A PATCH of a ${what} with the present value of a field changes nothing`,
      spec: TABLE,
      consequence: 'A client that repeats a request after a lost response causes another change.',
      async check(context) {
        const rows = sameAgain(subject, await keptFields(context, subject));
        const done = await attempts(context, subject, rows);
        const accepted = done.filter(({ answer }) => answer.status === 200);
        context.expect.each(accepted, 'no such PATCH returned 200', ({ row, before, after }) => {
          const expected = `the state before: ${shortly(before.value)}`;
          const isSame = sameValue(before.value, after.value);
          context.expect.that(isSame, after, `the ${what} after ${row.name}`, expected);
        });
      },
    }),
    writes(subject, {
      id: `${id}.form`,
      says: `A form-encoded PATCH of a ${what} has the same effect as the same values in JSON`,
      spec: 'Endpoints',
      consequence: 'Clients of older versions, which send forms, store wrong values.',
      async check(context) {
        const kept = await keptFields(context, subject);
        if (!kept.some(isFlat))
          inconclusive('no PATCH in JSON stored a field that a form can hold');
        const inJson = await attempts(context, subject, unusualTexts(context, subject, kept));
        const texts = inJson.flatMap(
          ({ sent, after }): Values =>
            sent.filter(([name]) =>
              kept.some((field) => field.name === name && isKept(field, { sent, after })),
            ),
        );
        const done = await attempts(context, subject, inForms(context, subject, kept, texts));
        context.expect.each(done, 'no form was sent', (each) => {
          context.expect.status(each.answer, 200);
          expectStored(context, subject, each, 'sent in a form');
        });
      },
    }),
  ];
}

function replaces(subject: Subject): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.put`,
    says: `PUT of a ${what} returns 200 with the changed ${what}`,
    spec: TABLE,
    consequence: `A client cannot replace a ${what}, or wrongly assumes that it was changed.`,
    async check(context) {
      const kept = await keptFields(context, subject);
      const { done } = await watched(context, subject, 'PUT');
      context.expect.status(done.answer, 200);
      expectStored(context, { fields: kept }, done, 'after PUT');
      expectState(context, done);
    },
  });
}

/** Expects that the body of the response equals the body of a later GET. */
function expectState({ expect }: CheckContext, { answer, after }: Attempt): void {
  const same = sameValue(answer.json, after.value);
  const expected = `the body of GET: ${shortly(after.value)}`;
  expect.that(same, seen(answer), `${named(answer)}, body`, expected);
}

function shortly(value: unknown): string {
  return cut(canonical(value) ?? 'nothing', 200);
}
