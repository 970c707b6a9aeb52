import type { ReportedRequirement, ReportedViolation, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { alike, exchangeOf, placeOf, unsaid } from '../evidence.js';
import { printable } from '../printable.js';
import { objectsOf } from '../walk.js';
import { quoteLines } from './quote.js';
import type { Sheet } from './sheet.js';
import { hang } from './text.js';
import { titleLines } from './title.js';

/** Violations shown of one result, unless verbose. */
const SHOWN = 3;

/** Lines that one value from the instance may take, unless verbose. */
const VALUE_LINES = 4;

/** A requirement with the results that came to the verdict, one for each version. */
export interface Finding {
  verdict: Verdict;
  requirement: ReportedRequirement;
  results: Result[];
}

/**
 * One finding: the sentence of SPEC.md, the violations (versions with the same ones together),
 * a curl line that repeats the request, and what it means for a client.
 */
export function findingLines(sheet: Sheet, { verdict, requirement, results }: Finding): string[] {
  const { paint, width } = sheet;
  const groups = alike(results, sheet.verbose ? undefined : SHOWN);
  const where = `${requirement.level.toUpperCase()}, in ${versionsOf(results)}`;
  return [
    ...titleLines(sheet, verdict, requirement.id, where),
    ...quoteLines(requirement, width),
    ...groups.flatMap((group) => [
      ...(groups.length > 1 ? [paint.faint(`  in ${versionsOf(group)}`)] : []),
      ...evidenceLines(sheet, group[0]),
    ]),
    // An error is a fault of the suite or of the way to the instance: a client need not care.
    ...(verdict === 'error'
      ? []
      : hang('  For a client: ', requirement.consequence, width).map(paint.faint)),
  ];
}

function versionsOf(results: Result[]): string {
  return results.map(({ version }) => version).join(' ');
}

function evidenceLines(sheet: Sheet, result: Result): string[] {
  const { width, verbose, paint } = sheet;
  const shown = verbose ? result.violations : result.violations.slice(0, SHOWN);
  const more = result.violations.length - shown.length;
  const exchange = exchangeOf(sheet.report, result, shown[0]);
  const most = verbose ? undefined : VALUE_LINES;
  return [
    ...(result.reason === undefined ? [] : hang('    ', result.reason, width, most)),
    ...shown.flatMap((violation, index) =>
      violationLines(sheet, result, violation, shown[index - 1]),
    ),
    ...(more > 0 ? [paint.faint(`    and ${more} more`)] : []),
    ...(exchange ? [`    ${printable(exchange.curl)}`] : []),
  ];
}

/** A violation; what it shares with the one before it is not said twice. */
function violationLines(
  sheet: Sheet,
  result: Result,
  violation: ReportedViolation,
  before: ReportedViolation | undefined,
): string[] {
  const { report, width, verbose, paint } = sheet;
  const most = verbose ? undefined : VALUE_LINES;
  const where = placeOf(report, violation, exchangeOf(report, result, violation));
  const again = before?.message === violation.message && before?.expected === violation.expected;
  const facts: [string, string | undefined][] = [
    ['expected', again ? undefined : unsaid('expected', violation.expected, violation.message)],
    ['received', unsaid('got', violation.received, violation.message)],
    ['where', where === '' ? undefined : where],
    ['objects', objectsOf(violation)],
  ];
  return [
    ...(again ? [] : hang('    ', violation.message, width, most)).map(
      paint.verdict[result.verdict],
    ),
    ...facts.flatMap(([name, text]) =>
      text === undefined ? [] : hang(`      ${name.padEnd(8)}  `, text, width, most),
    ),
  ];
}
