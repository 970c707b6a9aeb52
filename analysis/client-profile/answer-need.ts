import type { ReasonCode } from '../../harness/reason.js';
import type { Result } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { isHeld, isViolated } from '../comparison/change-kind.js';
import { resultIn, type Side } from '../comparison/side.js';
import type { Said } from './answer.js';
import type { Basis } from './basis.js';
import { fieldAnswer } from './field-answer.js';
import type { Need } from './profile.js';
import { basesOf } from './vocabulary.js';

/** Evaluates a need in a version by the first basis that this version has. */
export function answerNeed(need: Need, side: Side, version: Version): Said {
  if (need.since !== undefined && VERSIONS.indexOf(version) < VERSIONS.indexOf(need.since)) {
    return { answer: 'unneeded' };
  }
  const bases = basesOf(need);
  const said = bases.map((basis) => saidBy(basis, side, version));
  const present = said.find(({ isAbsent }) => isAbsent !== true) ?? said[0];
  if (present === undefined) return { answer: 'unknown', why: 'no requirement covers it' };
  const { isAbsent: _, ...answer } = present;
  if (answer.answer !== 'no' || need.degrades === undefined) return answer;
  return { answer: 'degraded', why: `${need.degrades} (${answer.why})` };
}

/** What a basis says; absent if this version does not have it. */
interface SaidByBasis extends Said {
  isAbsent?: true;
}

function saidBy(basis: Basis, side: Side, version: Version): SaidByBasis {
  switch (basis.by) {
    case 'requirements':
      return requirementsSay(basis.ids, side, version);
    case 'field':
      return fieldSays(basis, side, version);
    case 'observation':
      return observationSays(basis, side, version);
  }
}

/** A form that nobody saw is untested, if it is one that needs credentials and none were given. */
function fieldSays(
  basis: Extract<Basis, { by: 'field' }>,
  side: Side,
  version: Version,
): SaidByBasis {
  const said = fieldAnswer(basis, side.report.fields, version);
  const id = `${basis.resource}.${basis.form}`;
  const isUntested = openOf(resultIn(side, id, version), id)[0]?.answer === 'untested';
  return said.answer === 'unknown' && isUntested ? { ...said, answer: 'untested' } : said;
}

function requirementsSay(ids: readonly string[], side: Side, version: Version): SaidByBasis {
  const unknown = ids.find((id) => !side.requirements.has(id));
  if (unknown !== undefined) {
    return { answer: 'unknown', why: `${unknown} is unknown to the suite of this run` };
  }
  const own = ids.filter((id) => side.requirements.get(id)?.versions.includes(version));
  if (own.length === 0) return { answer: 'no', isAbsent: true, why: notIn(ids, side) };
  const results = own.map((id) => resultIn(side, id, version));
  const violated = results.find((result) => result !== undefined && isViolated(result.verdict));
  if (violated !== undefined) return { answer: 'no', why: whyOf(violated) };
  const open = own.flatMap((id, index) => openOf(results[index], id));
  return open.find(({ answer }) => answer === 'unknown') ?? open[0] ?? { answer: 'yes' };
}

/** Reasons for which something cannot be told by a run without credentials, or without writes. */
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

function observationSays(
  { requirement, tell }: Extract<Basis, { by: 'observation' }>,
  side: Side,
  version: Version,
): SaidByBasis {
  const known = side.requirements.get(requirement);
  if (known === undefined) {
    return { answer: 'unknown', why: `${requirement} is unknown to the suite of this run` };
  }
  if (!known.versions.includes(version))
    return { answer: 'no', isAbsent: true, why: notIn([requirement], side) };
  const result = resultIn(side, requirement, version);
  if (result?.observed !== undefined) return tell(result.observed);
  return (
    openOf(result, requirement)[0] ?? { answer: 'unknown', why: `${requirement} says nothing` }
  );
}
