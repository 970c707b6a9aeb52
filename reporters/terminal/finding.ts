import type {
  Exchange,
  ReportedRequirement,
  ReportedViolation,
  Result,
} from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { curlLines } from './curl.js';
import { type Sheet, SYMBOLS } from './sheet.js';
import { cut, hang } from './text.js';

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
  const where = ` ${requirement.level.toUpperCase()}, in ${versionsOf(results)}`;
  const id = cut(requirement.id, width - where.length - 3);
  const sentence = `“${requirement.title}” (SPEC.md, ${requirement.spec})`;
  return [
    `${paint.verdict[verdict](SYMBOLS[verdict])} ${paint.strong(id)} ${paint.faint(where)}`,
    ...hang('  ', sentence, width),
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

/** Puts together the results whose shown part says the same, but for the version in a path. */
function alike(results: Result[], shown: number | undefined): [Result, ...Result[]][] {
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    const said = JSON.stringify([result.reason, result.violations.slice(0, shown).map(saying)]);
    const key = said.replaceAll(`/api/${result.version}/`, '/api/{v}/');
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  return [...groups.values()];
}

function saying({ message, pointer, expected, received }: ReportedViolation): unknown[] {
  return [message, pointer, expected, received];
}

function evidenceLines(sheet: Sheet, result: Result): string[] {
  const { width, verbose, paint } = sheet;
  const shown = verbose ? result.violations : result.violations.slice(0, SHOWN);
  const more = result.violations.length - shown.length;
  const exchange = exchangeOf(sheet, result, shown[0]);
  const most = verbose ? undefined : VALUE_LINES;
  return [
    ...(result.reason === undefined ? [] : hang('    ', result.reason, width, most)),
    ...shown.flatMap((violation, index) =>
      violationLines(sheet, result, violation, shown[index - 1]),
    ),
    ...(more > 0 ? [paint.faint(`    and ${more} more`)] : []),
    ...(exchange ? curlLines(exchange.curl, width, '    ') : []),
  ];
}

/** A violation; what it shares with the one before it is not said twice. */
function violationLines(
  sheet: Sheet,
  result: Result,
  violation: ReportedViolation,
  before: ReportedViolation | undefined,
): string[] {
  const { width, verbose, paint } = sheet;
  const most = verbose ? undefined : VALUE_LINES;
  const where = placeOf(sheet, violation, exchangeOf(sheet, result, violation));
  const again = before?.message === violation.message && before?.expected === violation.expected;
  const facts: [string, string | undefined][] = [
    ['expected', again ? undefined : unsaid('expected', violation.expected, violation.message)],
    ['received', unsaid('got', violation.received, violation.message)],
    ['where', where === '' ? undefined : where],
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

/** A value that the message has given already (`expected 200, got 500`) is not given again. */
function unsaid(word: string, value: string | undefined, message: string): string | undefined {
  const rest = value === undefined ? undefined : message.split(`${word} ${value}`)[1];
  return rest === undefined || /^\w/.test(rest) ? value : undefined;
}

function exchangeOf(
  { report }: Sheet,
  result: Result,
  violation: ReportedViolation | undefined,
): Exchange | undefined {
  const n = violation?.exchange ?? result.exchanges[0];
  return report.exchanges.find((exchange) => exchange.n === n);
}

/** `/0/mbox in GET /api/1.2/covers/`: the pointer, and the request without the base URL. */
function placeOf({ report }: Sheet, { pointer }: ReportedViolation, exchange?: Exchange): string {
  const base = report.target.baseUrl.replace(/\/+$/, '');
  const url = exchange?.request.url ?? '';
  const path = url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  const request = exchange ? `${exchange.request.method} ${path}` : '';
  return [pointer, request].filter((part) => part).join(' in ');
}
