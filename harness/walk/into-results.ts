import type { Judgement } from '../check.js';
import type { Exchange, ReportedViolation, Result } from '../report.js';
import type { Requirement } from '../requirement.js';
import type { CellFinding, WalkJudging } from './judging.js';
import { shapeOf } from './tally.js';
import type { WalkState } from './walk.js';

/** The limit for violations of one result. */
const MOST_VIOLATIONS = 20;

/** The limit for exchanges of one result. */
const MOST_EXCHANGES = 8;

/**
 * Adds the findings of the scan to the results: a violation by any object fails or warns; an
 * inconclusive requirement passes if the scan found data for it.
 */
export function withWalk(
  judgements: readonly Judgement[],
  requirements: readonly Requirement[],
  judging: WalkJudging,
  { lists, exchanges }: WalkState,
): Judgement[] {
  const results = new Map(judgements.map(({ result }) => [keyOf(result), result]));
  const versions = [...new Set(lists.map(({ version }) => version))];
  const found = new Map<string, CellFinding[]>();
  for (const version of versions) {
    const own = lists.filter((list) => list.version === version);
    for (const finding of judging.findings(version, own)) {
      const key = keyOf({ requirement: blamed(finding, results), version });
      found.set(key, [...(found.get(key) ?? []), finding].sort(byCount));
    }
  }
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  return judgements.map((judgement) => {
    const { result } = judgement;
    if (!isJudged(result)) return judgement;
    const level = levels.get(result.requirement);
    const findings = found.get(keyOf(result)) ?? [];
    if (findings.length > 0 && level !== undefined && level !== 'observe') {
      const verdict = level === 'must' ? 'fail' : 'warn';
      return violated(judgement, verdict, findings, exchanges);
    }
    const own = lists.filter(({ version }) => version === result.version);
    const isShown =
      result.verdict === 'inconclusive' && judging.hasMet(result.requirement, result.version, own);
    return isShown ? { ...judgement, result: held(result), evidence: [] } : judgement;
  });
}

/** The most frequent violation comes first. */
function byCount(a: CellFinding, b: CellFinding): number {
  return b.kind.count - a.kind.count;
}

/** Requirements that were not selected are not changed. */
function isJudged({ verdict }: Result): boolean {
  return verdict !== 'skipped' && verdict !== 'not-applicable' && verdict !== 'observed';
}

/** One defect, one row: that of the first items, if they show it already. */
function blamed(
  { requirement, rather, version }: CellFinding,
  results: ReadonlyMap<string, Result>,
): string {
  if (rather === undefined) return requirement;
  const { verdict } = results.get(keyOf({ requirement: rather, version })) ?? {};
  return verdict === 'fail' || verdict === 'warn' ? rather : requirement;
}

function held({ reason: _, ...result }: Result): Result {
  return { ...result, verdict: 'pass', exchanges: [] };
}

function violated(
  { result, evidence, traffic }: Judgement,
  verdict: 'fail' | 'warn',
  findings: readonly CellFinding[],
  examples: readonly Exchange[],
): Judgement {
  const { reason: _, unsteady: __, ...rest } = result;
  const walked = violationsOf(findings, examples);
  const shapes = new Set(walked.map(shapeOfViolation));
  // The scan includes the first items, so their violations are not repeated.
  const own = result.violations.filter((violation) => !shapes.has(shapeOfViolation(violation)));
  const violations = [...walked, ...own].slice(0, MOST_VIOLATIONS);
  const named = violations.flatMap(({ exchange }) => exchange ?? []);
  const exchanges = [...new Set(named)].slice(0, MOST_EXCHANGES);
  const known = [...evidence, ...examples];
  return {
    result: { ...rest, verdict, violations, exchanges },
    evidence: exchanges.flatMap((n) => known.find((exchange) => exchange.n === n) ?? []),
    traffic,
  };
}

/** The first example of each kind stands for all; further examples follow. */
function violationsOf(
  findings: readonly CellFinding[],
  exchanges: readonly Exchange[],
): ReportedViolation[] {
  const shown = findings.map(({ kind }) =>
    kind.examples.map(({ evidence, ...example }): ReportedViolation => {
      const exchange = evidence === undefined ? undefined : exchanges[evidence]?.n;
      return { ...example, ...(exchange === undefined ? {} : { exchange }) };
    }),
  );
  const first = shown.flatMap((examples, index) => {
    const { count, ids } = findings[index]?.kind ?? {};
    return examples.slice(0, 1).map((example) => ({
      ...example,
      ...(count === undefined ? {} : { count }),
      ...(ids === undefined ? {} : { ids }),
    }));
  });
  return [...first, ...shown.flatMap((examples) => examples.slice(1))];
}

function shapeOfViolation({ pointer, received }: ReportedViolation): string {
  return `${shapeOf(pointer)} ${received === undefined || received === 'nothing'}`;
}

function keyOf({ requirement, version }: Pick<Result, 'requirement' | 'version'>): string {
  return `${requirement} ${version}`;
}
