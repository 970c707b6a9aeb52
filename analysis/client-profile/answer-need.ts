import type { Result } from '../../harness/report.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { isHeld, isViolated } from '../comparison/change-kind.js';
import { isJudgedOnce, onlyResult, resultIn, type Side } from '../comparison/side.js';
import type { Said } from './answer.js';
import type { Basis } from './basis.js';
import { fieldAnswer } from './field-answer.js';
import type { Need } from './profile.js';
import { basesOf } from './vocabulary.js';

/** Evaluates a need in a version by the first basis that this version has. */
export function answerNeed(need: Need, side: Side, version: Version): Said {
  if (need.since !== undefined && VERSIONS.indexOf(version) < VERSIONS.indexOf(need.since)) {
    return { state: 'unneeded' };
  }
  const bases = basesOf(need);
  if (bases.length === 0) return { state: 'uncovered' };
  const said = bases.map((basis) => saidBy(basis, side, version));
  return said.find(({ state }) => state !== 'absent') ?? said[0] ?? { state: 'uncovered' };
}

function saidBy(basis: Basis, side: Side, version: Version): Said {
  switch (basis.by) {
    case 'requirements':
      return requirementsSay(basis.ids, side, version);
    case 'field':
      return fieldAnswer(basis, side.report.fields, version);
    case 'observation':
      return observationSays(basis, side, version);
  }
}

function requirementsSay(ids: readonly string[], side: Side, version: Version): Said {
  const unknown = ids.find((id) => !side.requirements.has(id));
  if (unknown !== undefined) {
    return { state: 'undetermined', why: `${unknown} is unknown to the suite of this run` };
  }
  const own = ids.filter((id) => side.requirements.get(id)?.versions.includes(version));
  if (own.length === 0) return { state: 'absent', why: notIn(ids, side) };
  const results = own.map((id) => standing(side, id, version));
  const violated = results.find((result) => result !== undefined && isViolated(result.verdict));
  if (violated !== undefined) return { state: 'broken', why: whyOf(violated) };
  const open = own.findIndex((_, index) => !isHeldBy(results[index]));
  if (open < 0) return { state: 'holds' };
  const result = results[open];
  return {
    state: 'undetermined',
    why: result === undefined ? `${own[open]} was not checked` : whyOf(result),
  };
}

function isHeldBy(result: Result | undefined): boolean {
  return result !== undefined && isHeld(result.verdict);
}

/** A requirement that is checked once applies to every version. */
function standing(side: Side, id: string, version: Version): Result | undefined {
  return isJudgedOnce(side, id) ? onlyResult(side, id) : resultIn(side, id, version);
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
): Said {
  const known = side.requirements.get(requirement);
  if (known === undefined) {
    return { state: 'undetermined', why: `${requirement} is unknown to the suite of this run` };
  }
  if (!known.versions.includes(version))
    return { state: 'absent', why: notIn([requirement], side) };
  const result = standing(side, requirement, version);
  if (result?.observed !== undefined) return tell(result.observed);
  return {
    state: 'undetermined',
    why: result === undefined ? `${requirement} was not checked` : whyOf(result),
  };
}
