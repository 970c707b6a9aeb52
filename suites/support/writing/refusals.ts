import type { CheckContext } from '../../../harness/check-context.js';
import type { Requirement } from '../../../harness/requirement.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds } from '../../../specification/writable.js';
import { exposures } from '../exposures.js';
import { readable } from '../readable.js';
import {
  type Attempt,
  attempts,
  expectUnchanged,
  isAccepted,
  isRefusal,
  type Row,
} from './attempt.js';
import { ofEach } from './attempt-rule.js';
import { canSignIn, stateOf, type UnauthorizedCaller } from './callers.js';
import { invalidValue } from './lost-values.js';
import type { Updatable } from './rows.js';
import { isFlat, type Target } from './subject.js';
import { refusesUnknownId } from './unknown-ids.js';

const SPEC = 'Errors';

/** A target, with what must be refused. */
export type Refusing = Target & { table(context: CheckContext): Promise<RefusalTable> };

/** The rows that must be refused. */
export interface RefusalTable {
  /** One with an invalid value of each field. */
  invalid: readonly Row[];
  /** Further ones, with requirements of their own. */
  alsoInvalid?: readonly Row[];
  /** Those with an invalid value of every field, one for each method. */
  allInvalid: readonly Row[];
  /** Those whose body is no object; may send one to find out which are refused. */
  noObject(): Promise<readonly Row[]>;
  refused(caller: UnauthorizedCaller): Promise<readonly Row[]>;
}

/** The rules of each invalid field. */
export function refusesInvalid(target: Refusing): Requirement[] {
  const { what, id, fields, untried = [], invalidIds } = target;
  const sent = fields.filter(({ name }) => !untried.includes(name));
  return sent.map(({ name, since: first }) =>
    // The body of a 400 has a requirement of its own.
    ofEach(target, {
      id: `${id}.invalid.${invalidIds?.[name] ?? fieldInIds(name)}`,
      says: `An invalid \`${name}\` of a ${what} is refused with 400`,
      spec: SPEC,
      versions: since(first),
      consequence: invalidValue(what, name),
      rows: (table) => table.invalid.filter(({ invalid }) => invalid === name),
      among: isRead,
      expects: ({ expect }, { answer }) => expect.status(answer, 400),
    }),
  );
}

/** Whether its body was of a kind that the instance reads: that it reads forms has requirements of its own. */
function isRead({ row, answer }: Attempt): boolean {
  return row.encoding !== 'form' || answer.status !== 415;
}

function isDocumented({ isUndocumented }: Row): boolean {
  return isUndocumented !== true;
}

/**
 * A body that is no object is refused; `kinds` are those that are sent. `whereNull` judges a null that is accepted, as
 * an object without fields.
 */
export function refusesNoObject(
  target: Refusing,
  kinds: string,
  whereNull?: (context: CheckContext, done: Attempt) => void,
): Requirement {
  const { what, id } = target;
  return ofEach(target, {
    id: `${id}.no-object`,
    says: `A write of a ${what} whose body is ${kinds} is refused with 4xx${whereNull ? '; null may be read as an empty object' : ''}`,
    spec: SPEC,
    consequence: `A client with a mistake in its write of a ${what} reports that the server is down, or that all is well.`,
    rows: (table) => table.noObject(),
    expects(context, done) {
      const isNull = whereNull && done.row.encoding === 'null' && isAccepted(done);
      if (!isNull) return context.expect.refusal(done.answer);
      whereNull(context, done);
      context.accept('null is read as an empty object');
    },
  });
}

/** The writes of an unauthorized caller are refused; the status for who can see the object has a rule of its own. */
export function refusesCaller(target: Refusing, caller: UnauthorizedCaller): Requirement {
  const { methods, statuses, when, who, role } = caller;
  const what = `${stateOf(caller)}${target.what}`;
  return ofEach(target, {
    id: `${target.id}.${caller.id}`,
    says: `${methods.join(' and ')} of a ${what} by ${who}: ${statuses?.join(' or ') ?? 'refused'}, in any encoding and by any scheme`,
    spec: 'Authentication',
    needs: role === 'anonymous' ? [] : [role],
    consequence: `A ${what} can be written by ${who}, or a client tells them that it was.`,
    rows: async (table) => (await table.refused(caller)).filter(isDocumented),
    among: isRead,
    expects(context, { answer, before, row }) {
      if (statuses === undefined) context.expect.refusal(answer);
      else context.expect.status(answer, ...statuses, ...(row.mayBeInvalid ? [400] : []));
      if (when?.state === 'private') context.expect.none(exposures(before, [answer]), 1);
      context.accept(`refused with ${answer.status}`);
    },
  });
}

/** What must not change a subject: refused writes, and those that do not reach a writable field. */
export function changesNothing(subject: Updatable): Requirement[] {
  const { what, id, fields, methods } = subject;
  const isUnchanged = (context: CheckContext, done: Attempt) =>
    expectUnchanged(context, subject, done);
  return [
    // docs/api.md, "Endpoints": a PATCH without `Content-Type`.
    ofEach(subject, {
      id: `${id}.untyped`,
      says: `${methods.join(' and ')} of a ${what} without Content-Type, in JSON or as a form, ${methods.length > 1 ? 'leave' : 'leaves'} it unchanged, with 200 or a refusal`,
      spec: 'Endpoints',
      consequence: `A request without a Content-Type, which is documented to change nothing, changes a ${what}.`,
      rows: (table) => table.untyped,
      expects(context, done, { accepted }) {
        isUnchanged(context, done);
        if (!isRefusal(done.answer)) return context.expect.status(done.answer, ...accepted);
        context.accept(`refused with ${done.answer.status}`);
      },
    }),
    // docs/verdicts.md B-36.
    ofEach(subject, {
      id: `${id}.fixed`,
      says: `Only the writable fields of a ${what} can be changed: read-only fields and unknown keys have no effect`,
      consequence: `Whoever may edit a ${what} can also overwrite what only the service sets, such as its id.`,
      rows: (table) => table.fixed,
      expects(context, done, { accepted }) {
        const sent = done.sent.map(([name]) => name);
        const writable = fields.map(({ name }) => name).filter((name) => sent.includes(name));
        expectUnchanged(context, subject, done, writable);
        context.expect.status(done.answer, ...accepted, 400);
        context.accept(isAccepted(done) ? 'ignored' : `${done.row.name} refused with 400`);
      },
    }),
    ...refusesInvalid(subject),
    ofEach(subject, {
      id: `${id}.invalid.unchanged`,
      says: `An update of a ${what} that is refused with 400 changes nothing, not even its valid fields`,
      spec: SPEC,
      consequence: `A client displays that the update of a ${what} was refused, but part of it was stored.`,
      rows: (table) => [...table.invalid, ...table.alsoInvalid],
      // An update that was not refused is reported by the requirement of its field.
      among: ({ answer }) => answer.status >= 400,
      missing: 'no update was refused',
      expects: isUnchanged,
    }),
    refusesNoObject(subject, kindsOfNoObject(subject), isUnchanged),
    ofEach(subject, {
      id: `${id}.no-values`,
      says: `A PATCH of a ${what} with no field changes nothing; one with null in every field is accepted; or they are refused with 4xx: no 5xx is documented`,
      spec: SPEC,
      consequence: `A client with a mistake in its write of a ${what} reports that the server is down.`,
      rows: (table) => table.noValues,
      expects(context, done) {
        if (!isAccepted(done)) context.expect.refusal(done.answer);
        else if (done.sent.length === 0) isUnchanged(context, done);
      },
    }),
    refusesUnknownId(subject),
    ...subject.unauthorized.flatMap((caller) => [
      refusesCaller(subject, caller),
      ofEach(subject, {
        id: `${id}.${caller.id}.unchanged`,
        says: `A write of a ${stateOf(caller)}${what} that is refused to ${caller.who} changes nothing`,
        spec: 'Authentication',
        needs: caller.role === 'anonymous' ? [] : [caller.role],
        consequence: `A ${what} is changed by ${caller.who}, although the response says that it was refused.`,
        rows: (table) => table.refused(caller),
        // A write that was not refused has a requirement of its own.
        among: ({ answer, row }) => isRefusal(answer) || !isDocumented(row),
        missing: 'no write was refused',
        expects: isUnchanged,
      }),
    ]),
  ];
}

/** In words: the bodies of `noObject`. */
function kindsOfNoObject({ methods, fields }: Updatable): string {
  const kinds = methods.includes('PUT') ? 'null or an array' : 'null';
  return fields.every(isFlat) ? kinds : `${kinds}, or has an array in place of an object,`;
}

/**
 * The attempts of such unauthorized callers or, by default, those with an invalid value. Leaves out what is
 * inconclusive, which has requirements of its own, and callers for whom the run has no role.
 */
export async function refusedOf(
  context: CheckContext,
  targets: readonly Refusing[],
  isMeant?: (caller: UnauthorizedCaller) => boolean,
): Promise<Attempt[]> {
  const done: Attempt[] = [];
  for (const target of targets.filter(({ versions }) => versions.includes(context.api.version))) {
    const callers = target.unauthorized.filter(({ role }) => canSignIn(context, role));
    for (const caller of isMeant === undefined ? [undefined] : callers.filter(isMeant)) {
      const own = await readable(async () => {
        const { invalid, alsoInvalid = [], refused } = await target.table(context);
        const rows = caller ? await refused(caller) : [...invalid, ...alsoInvalid];
        return attempts(context, target, rows.filter(isDocumented));
      });
      done.push(...own);
    }
  }
  return done;
}
