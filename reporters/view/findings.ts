import type { Report, ReportedViolation, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { alike, exchangeOf, placeOf, unsaid } from './evidence.js';
import { type Row, rowsWith } from './groups.js';
import { objectsOf } from './scan.js';
import type { Sign } from './signs.js';

/** The parts of a report that show findings, in the order in which every format has them. */
export const FINDING_SIGNS = ['fail', 'error', 'warn'] as const satisfies readonly Sign[];

/** Findings shown in full before the rest get a line each. */
export const IN_FULL = 20;

/** A requirement that needs attention: its evidence, versions with the same evidence together. */
export interface Finding {
  row: Row;
  versions: Version[];
  /** The first line of its evidence, for lists of one line each. */
  brief: string;
  evidence: Evidence[];
  /** What it means for a client; none of an error, which says nothing about the instance. */
  consequence?: string;
}

/** What was found in some versions, and the request that shows it. */
export interface Evidence {
  versions: Version[];
  result: Result;
  reason?: string;
  violations: ShownViolation[];
  /** How many violations are left out. */
  more: number;
  curl?: string;
}

/** A violation; `message` is left out where the one before it says the same. */
export interface ShownViolation {
  message?: string;
  /** `expected`, `received`, `where` and `objects`, as far as the message does not say them. */
  facts: [name: string, value: string][];
}

/**
 * The requirements with results of one sign, each with what was expected, what was received and how
 * to ask again; `most` violations of each result at most.
 */
export function findingsOf(report: Report, sign: Sign, most?: number): Finding[] {
  return rowsWith(report, sign).map((row) => {
    const results = [...row.results.values()];
    const [first] = results;
    const { consequence, title } = row.requirement;
    return {
      row,
      versions: results.map(({ version }) => version),
      brief: first?.violations[0]?.message ?? first?.reason ?? title,
      evidence: alike(results, most).map((group) => evidenceOf(report, group, most)),
      ...(sign === 'error' ? {} : { consequence }),
    };
  });
}

function evidenceOf(report: Report, group: [Result, ...Result[]], most?: number): Evidence {
  const [result] = group;
  const shown = result.violations.slice(0, most);
  const exchange = exchangeOf(report, result, shown[0]);
  return {
    versions: group.map(({ version }) => version),
    result,
    ...(result.reason === undefined ? {} : { reason: result.reason }),
    violations: shown.map((violation, index) =>
      shownViolation(report, result, violation, shown[index - 1]),
    ),
    more: result.violations.length - shown.length,
    ...(exchange === undefined ? {} : { curl: exchange.curl }),
  };
}

function shownViolation(
  report: Report,
  result: Result,
  violation: ReportedViolation,
  before: ReportedViolation | undefined,
): ShownViolation {
  const { message, expected, received } = violation;
  const again = before?.message === message && before.expected === expected;
  const where = placeOf(report, violation, exchangeOf(report, result, violation));
  const facts: [string, string | undefined][] = [
    ['expected', again ? undefined : unsaid('expected', expected, message)],
    ['received', unsaid('got', received, message)],
    ['where', where === '' ? undefined : where],
    ['objects', objectsOf(violation)],
  ];
  return {
    ...(again ? {} : { message }),
    facts: facts.flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  };
}
