import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import { exchangeOf, placeOf } from '../view/evidence.js';
import { objectsOf } from '../view/scan.js';
import { sectionOf } from '../view/source.js';

/** Characters of an observed value. */
const VALUE = 2000;

/**
 * What a CI server shows of a test beside its outcome: the sentence of SPEC.md, what was expected
 * and received, a command that asks again, what it means for a client. Nothing for what needs no words.
 */
export function outputOf(report: Report, requirement: ReportedRequirement, result: Result): string {
  const { verdict, reason, observed } = result;
  const value = observed === undefined ? undefined : JSON.stringify(observed);
  const seen = value === undefined ? [] : [`observed: ${cut(value)}`];
  const given = reason === undefined ? [] : [reason];
  if (verdict === 'pass') return [...given, ...seen].join('\n');
  if (verdict === 'observed') return [`“${requirement.title}”`, ...given, ...seen].join('\n');
  return [
    `${verdict}, ${requirement.level.toUpperCase()}: “${requirement.title}” (${sectionOf(requirement)}; explain ${requirement.id})`,
    ...given,
    ...result.violations.flatMap((violation) => {
      const { message, expected, received } = violation;
      const where = placeOf(report, violation, exchangeOf(report, result, violation));
      const objects = objectsOf(violation);
      return [
        message,
        ...(expected === undefined ? [] : [`  expected  ${expected}`]),
        ...(received === undefined ? [] : [`  received  ${received}`]),
        ...(where === '' ? [] : [`  where     ${where}`]),
        ...(objects === undefined ? [] : [`  objects   ${objects}`]),
      ];
    }),
    ...commands(report, result),
    ...(verdict === 'error' ? [] : [`For a client: ${requirement.consequence}`]),
  ].join('\n');
}

function commands(report: Report, result: Result): string[] {
  const exchange = exchangeOf(report, result, result.violations[0]);
  return exchange === undefined ? [] : [exchange.curl];
}

function cut(value: string): string {
  return value.length > VALUE ? `${value.slice(0, VALUE)}…` : value;
}
