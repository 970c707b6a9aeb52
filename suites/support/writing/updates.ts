import type { CheckContext } from '../../../harness/check-context.js';
import { at } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive, NoMoreWrites } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds, outerOf } from '../../../specification/writable.js';
import { keepsAny } from './any-values.js';
import {
  type Attempt,
  attempts,
  expectState,
  expectStored,
  expectUnchanged,
  isAccepted,
  isRefusal,
  isStored,
} from './attempt.js';
import { ofEach } from './attempt-rule.js';
import { changes, changesOf } from './changes.js';
import { changesNoOther, displays } from './displays.js';
import { lostValue } from './lost-values.js';
import { changesNothing } from './refusals.js';
import type { Updatable } from './rows.js';
import { isText, keepsTexts } from './stored-texts.js';
import { isFlag, isFlat, mayBeBlank, type Subject, type SubjectField, writes } from './subject.js';

const TABLE = 'Endpoint table';

/**
 * Requirements on every update: each field of the specification's table is stored and shown, and what
 * must change nothing changes nothing. Each resource adds its own.
 * `without` are the endings of the ids of rules that do not apply.
 */
export function updateRules(subject: Updatable, without: readonly string[] = []): Requirement[] {
  const left = without.map((part) => `${subject.id}.${part}`);
  return [
    makesChanges(subject),
    ...subject.fields.map((field) => keepsField(subject, field)),
    ...(subject.fields.every(isFlag) ? [] : [keepsAny(subject)]),
    ...(subject.fields.some(isText) ? [keepsTexts(subject)] : []),
    ...effects(subject),
    ...(subject.methods.includes('PUT') ? [replaces(subject)] : []),
    changesNoOther(subject),
    ...displays(subject),
    ...changesNothing(subject),
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
      const done = await changes(context, subject).catch((error: unknown) => {
        if (error instanceof NoMoreWrites) expect.fail(error.mismatch);
        throw error;
      });
      const failed = context.write.failedPatch(context.api, await subject.path(context), 'status');
      if (failed !== undefined) expect.fail(failed);
      expect.each(done, `there is no other value for a ${what}`, ({ answer, read }) => {
        expect.status(answer, 200);
        expect.status(read, 200);
      });
      const [first] = done;
      if (first === undefined || done.some((each) => isStored(subject, each))) return;
      expect.that(false, first.after, `the ${what} after PATCH`, 'a change in any field');
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
    consequence: lostValue(what, name),
    async check(context) {
      const all = await changes(context, subject);
      if (!all.some((each) => isStored(subject, each))) {
        inconclusive(`no PATCH of the ${what} had any effect`, 'failed-write', { requirement: id });
      }
      const own = all.filter(({ row }) => row.changes === name);
      // Throws the reason if they were not sent.
      if (own.length === 0) await changesOf(context, subject, field);
      const accepted = own.filter(isAccepted);
      if (accepted.length === 0) {
        const says = `no PATCH of \`${name}\` was accepted`;
        inconclusive(says, 'failed-write', { requirement: id });
      }
      for (const each of accepted) {
        // A missing object, such as `settings`, has a requirement of its own.
        const outer = outerOf(name);
        if ([each.before, each.after].every((object) => at(object, outer).value === undefined)) {
          inconclusive(`the ${what} has no \`${outer}\``);
        }
        expectStored(context, { fields: [field] }, each);
      }
    },
  });
}

/** What a PATCH does besides storing a value. */
function effects(subject: Updatable): Requirement[] {
  const { what, id } = subject;
  return [
    // First, while the fields have plain values.
    ofEach(subject, {
      id: `${id}.idempotent`,
      says: `A PATCH of a ${what} with the present value of a field${subject.methods.includes('PUT') ? ', or a PUT with those of all,' : ''} changes nothing`,
      spec: TABLE,
      consequence: `A client that saves a ${what} twice, as after a lost response, changes it again.`,
      isOfTrial: true,
      rows: (table) => table.again,
      among: isAccepted,
      missing: 'no such update was accepted',
      expects: (context, done) => expectUnchanged(context, subject, done),
    }),
    ofEach(subject, {
      id: `${id}.answer`,
      says: `PATCH returns the ${what} as a later GET does`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      rows: (table) => [...table.changes, ...table.unusual],
      among: isAccepted,
      missing: 'no PATCH was accepted',
      expects: (context, { answer, after }) =>
        expectState(context, subject.resource, answer, after),
    }),
    ofEach(subject, {
      id: `${id}.partial`,
      says: `PATCH is partial: fields of a ${what} that it does not name keep their values`,
      spec: TABLE,
      consequence: `Whoever changes one field of a ${what} finds others changed as well.`,
      rows: (table) => table.changes,
      missing: 'no field was sent',
      expects: (context, done) => expectNoOther(context, subject, done),
    }),
    ...(subject.fields.every(isFlat) ? [] : [keepsMembers(subject)]),
    ...(subject.fields.some(mayBeBlank) ? [clears(subject)] : []),
    ofEach(subject, {
      id: `${id}.form`,
      says: `A form-encoded update of a ${what} has the same effect as the same values in JSON, and no other`,
      spec: 'Endpoints',
      consequence: `A client that sends a form, such as \`curl -d\`, stores nothing or wrong values in a ${what}.`,
      rows: async (table, context) => table.forms(await attempts(context, subject, table.unusual)),
      missing: 'no PATCH in JSON stored a field that a form can hold',
      expects(context, done, { accepted }) {
        context.expect.status(done.answer, ...accepted);
        expectStored(context, subject, done);
        expectNoOther(context, subject, done);
        if (isAccepted(done)) expectState(context, subject.resource, done.answer, done.after);
      },
    }),
  ];
}

/** Blank fields are returned as null, or as empty strings; an instance may refuse them (docs/api.md does not say). */
function clears(subject: Updatable): Requirement {
  const { what, id } = subject;
  return ofEach(subject, {
    id: `${id}.blank`,
    says: `PATCH of empty strings clears the texts and URLs of a ${what}, or is refused with 4xx`,
    spec: TABLE,
    consequence: `A client cannot remove an outdated value from a ${what}, and is not told so.`,
    rows: (table) => table.blank,
    expects(context, done, { accepted }) {
      if (isRefusal(done.answer)) return context.accept(`refused with ${done.answer.status}`);
      context.expect.status(done.answer, ...accepted);
      expectStored(context, subject, done);
    },
  });
}

/** A PATCH may name some members of an object only. */
function keepsMembers(subject: Updatable): Requirement {
  const { what, id } = subject;
  return ofEach(subject, {
    id: `${id}.members`,
    says: `PATCH of one member of \`settings\` of a ${what} changes no other member, or is refused with 4xx`,
    spec: TABLE,
    // That a body is partial does not say that an object in it is.
    level: 'should',
    consequence: `Whoever changes one setting of a ${what} finds others changed as well.`,
    rows: (table) => table.members,
    missing: 'no member was sent',
    expects(context, done) {
      if (isRefusal(done.answer)) return context.accept(`refused with ${done.answer.status}`);
      expectNoOther(context, subject, done);
    },
  });
}

/** Expects that nothing changed but the field that the write changes, or else those that were sent. */
function expectNoOther(context: CheckContext, subject: Subject, done: Attempt): void {
  const { changes: changed } = done.row;
  expectUnchanged(context, subject, done, changed ? [changed] : done.sent.map(([name]) => name));
}

function replaces(subject: Updatable): Requirement {
  const { what, id } = subject;
  return ofEach(subject, {
    id: `${id}.put`,
    says: `PUT of a ${what} returns 200 with the changed ${what}`,
    spec: TABLE,
    consequence: `A client cannot replace a ${what}, or wrongly assumes that it was changed.`,
    rows: (table) => [table.put()],
    expects(context, done, { kept, accepted }) {
      context.expect.status(done.answer, ...accepted);
      expectStored(context, { fields: kept }, done);
      expectState(context, subject.resource, done.answer, done.after);
    },
  });
}
