import { nearest } from '../../harness/nearest.js';
import type { ReasonCode } from '../../harness/reason.js';
import type { Result, SeenField } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { isHeld, isViolated } from '../comparison/change-kind.js';
import { resultIn, type Side } from '../comparison/side.js';
import type { Said } from './answer.js';
import type { Basis } from './basis.js';
import type { Need } from './profile.js';
import { basesOf } from './vocabulary.js';

type FieldBasis = Extract<Basis, { by: 'field' }>;
type RequirementsBasis = Exclude<Basis, FieldBasis>;

/** What a basis says; absent if this version does not have it. */
interface SaidByBasis extends Said {
  isAbsent?: true;
}

/** Evaluates a need in a version by the first basis that this version has. */
export function answerNeed(need: Need, side: Side, version: Version): Said {
  if (need.since !== undefined && VERSIONS.indexOf(version) < VERSIONS.indexOf(need.since)) {
    return { answer: 'unneeded' };
  }
  const said = basesOf(need).map((basis) =>
    basis.by === 'field' ? fieldSays(basis, side, version) : requirementsSay(basis, side, version),
  );
  const present = said.find(({ isAbsent }) => isAbsent !== true) ?? said[0];
  if (present === undefined) return { answer: 'unknown', why: 'no requirement covers it' };
  const { isAbsent: _, ...answer } = present;
  if (answer.answer !== 'no' || need.degrades === undefined) return answer;
  return { answer: 'degraded', why: `${need.degrades} (${answer.why})` };
}

/** A form that nobody saw is untested, if it is one that needs credentials and none were given. */
function fieldSays(basis: FieldBasis, side: Side, version: Version): SaidByBasis {
  const said = fieldAnswer(basis, side.report.fields, version);
  const id = `${basis.resource}.${basis.form}`;
  const isUntested = openOf(resultIn(side, id, version), id)[0]?.answer === 'untested';
  return said.answer === 'unknown' && isUntested ? { ...said, answer: 'untested' } : said;
}

/** Evaluates a field by the field table: a client can rely on it only if every object has it. */
export function fieldAnswer(
  { resource, form, field }: FieldBasis,
  fields: readonly SeenField[],
  version: Version,
): SaidByBasis {
  const rows = fields.filter(
    (each) => each.resource === resource && each.form === form && each.version === version,
  );
  const row = rows.find((each) => each.field === field);
  if (!rows.some(({ seen }) => seen !== 'unknown') || row?.seen === 'unknown') {
    return {
      answer: 'unknown',
      why: `no ${resource} found ${PLACES[form] ?? `in the form ${form}`}`,
    };
  }
  if (row === undefined) {
    const own = fields.filter((each) => each.resource === resource);
    const near = nearest(field, [...new Set(own.map((each) => each.field))]);
    const hint = near.length === 0 ? '' : `; similar: ${near.join(', ')}`;
    return { answer: 'no', why: `missing, and not specified${hint}` };
  }
  switch (row.seen) {
    case 'always':
      return row.declared
        ? { answer: 'yes' }
        : { answer: 'yes', why: 'present, but not specified here' };
    case 'sometimes':
      return { answer: 'no', why: 'missing in some objects' };
    case 'never':
      return row.declared
        ? { answer: 'no', why: 'missing in all objects' }
        : { answer: 'no', isAbsent: true, why: 'not specified in this version' };
  }
}

/** Describes where a form occurs. */
const PLACES: Readonly<Record<string, string>> = {
  list: 'in a list',
  detail: 'on its own',
  embedded: 'inside another object',
};

function requirementsSay(
  { ids, fields, tell }: RequirementsBasis,
  side: Side,
  version: Version,
): SaidByBasis {
  const unknown = ids.find((id) => !side.requirements.has(id));
  if (unknown !== undefined) {
    return { answer: 'unknown', why: `${unknown} is unknown to the suite of this run` };
  }
  const own = ids.filter((id) => side.requirements.get(id)?.versions.includes(version));
  if (own.length === 0) return { answer: 'no', isAbsent: true, why: notIn(ids, side) };
  const results = own.map((id) => resultOn(fields, resultIn(side, id, version)));
  const observed = results[0]?.observed;
  if (tell !== undefined && observed !== undefined) {
    // What is no text may have a `toString` of its own, which is not to be called.
    return tell(typeof observed === 'object' ? JSON.stringify(observed) : observed);
  }
  const violated = results.find((result) => result !== undefined && isViolated(result.verdict));
  if (violated !== undefined) return { answer: 'no', why: whyOf(violated) };
  const open = own.flatMap((id, index) => openOf(results[index], id));
  return open.find(({ answer }) => answer === 'unknown') ?? open[0] ?? { answer: 'yes' };
}

/** The result without what is wrong with other fields, if only some count. */
export function resultOn<T extends Result | undefined>(
  fields: readonly string[] | undefined,
  result: T,
): T {
  if (fields === undefined || result === undefined || !isViolated(result.verdict)) return result;
  const violations = result.violations.filter(
    ({ pointer = '' }) => pointer === '' || fields.includes(pointer.split('/').at(-1) ?? ''),
  );
  return violations.length > 0 ? { ...result, violations } : { ...result, verdict: 'pass' };
}

/** Reasons why a run cannot answer a need without credentials, or without writes. */
const WITHOUT_RIGHTS: readonly (ReasonCode | undefined)[] = ['role-missing', 'needs-writes'];

/** What is open about a requirement that is not violated; nothing if it holds. */
function openOf(result: Result | undefined, id: string): Said[] {
  if (result === undefined) return [{ answer: 'unknown', why: `${id} was not checked` }];
  if (isHeld(result.verdict)) return [];
  const answer = WITHOUT_RIGHTS.includes(result.code) ? 'untested' : 'unknown';
  return [{ answer, why: whyOf(result) }];
}

function whyOf({ requirement, verdict, reason, violations }: Result): string {
  return `${requirement}: ${violations[0]?.message ?? reason ?? verdict}`;
}

function notIn(ids: readonly string[], side: Side): string {
  const versions = ids.flatMap((id) => side.requirements.get(id)?.versions ?? []);
  const first = VERSIONS.find((version) => versions.includes(version));
  return first === undefined ? 'not in the specification' : `specified from ${first} on`;
}
