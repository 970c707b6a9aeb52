import type { Report, ReportedViolation, Result } from '../../harness/report.js';
import { alike, exchangeOf, placeOf, unsaid } from '../evidence.js';
import type { Row } from '../terminal/grid.js';
import { versionRange } from '../version-range.js';
import { objectsOf } from '../walk.js';
import { code, fenced, prose, sourceLink } from './escape.js';
import { MARKS } from './marks.js';

/** Violations shown of one result. */
const SHOWN = 3;

/** Characters of one value from the instance, and of a command. */
const VALUE = 300;
const COMMAND = 3000;

/** A finding in full: the sentence, what was expected and received, and how to ask again. */
export function finding(report: Report, row: Row): string {
  const { requirement, results } = row;
  const own = [...results.values()];
  const [first] = own;
  if (first === undefined) return '';
  const groups = alike(own, SHOWN);
  return [
    `#### ${MARKS[first.verdict]} ${code(requirement.id)} ${requirement.level.toUpperCase()}, in ${rangeOf(own)}`,
    `> “${prose(requirement.title)}” (${sourceLink(requirement)})`,
    ...groups.flatMap((group) => [
      ...(groups.length > 1 ? [`In ${rangeOf(group)}:`] : []),
      ...evidence(report, group[0]),
    ]),
    // An error is a fault of the suite or of the way to the instance: a client need not care.
    ...(first.verdict === 'error' ? [] : [`For a client: ${prose(requirement.consequence)}`]),
  ].join('\n\n');
}

/** A finding in one line of a list. */
export function brief({ requirement, results }: Row): string {
  const own = [...results.values()];
  const [first] = own;
  const said = first?.violations[0]?.message ?? first?.reason ?? requirement.title;
  return `- ${code(requirement.id)} in ${rangeOf(own)}: ${prose(said, 150)}`;
}

function rangeOf(results: readonly Result[]): string {
  return versionRange(results.map(({ version }) => version));
}

function evidence(report: Report, result: Result): string[] {
  const shown = result.violations.slice(0, SHOWN);
  const more = result.violations.length - shown.length;
  const exchange = exchangeOf(report, result, shown[0]);
  return [
    ...(result.reason === undefined ? [] : [prose(result.reason)]),
    ...(shown.length > 0 ? [violations(report, result, shown)] : []),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(exchange === undefined ? [] : [askAgain(exchange.curl)]),
  ];
}

/** The violations; what one shares with the one before it is not said twice. */
function violations(report: Report, result: Result, shown: readonly ReportedViolation[]): string {
  return shown.reduce((told, violation, index) => {
    const { message, expected } = violation;
    const before = shown[index - 1];
    const again = before?.message === message && before.expected === expected;
    const points = pointsOf(report, result, violation, again);
    if (again) return [told, ...points].join('\n');
    const list = points.length > 0 ? ['', ...points] : [];
    return [...(told === '' ? [] : [told, '']), prose(message), ...list].join('\n');
  }, '');
}

function pointsOf(
  report: Report,
  result: Result,
  violation: ReportedViolation,
  again: boolean,
): string[] {
  const { message, expected, received } = violation;
  const where = placeOf(report, violation, exchangeOf(report, result, violation));
  const facts: [string, string | undefined][] = [
    ['expected', again ? undefined : unsaid('expected', expected, message)],
    ['received', unsaid('got', received, message)],
    ['where', where === '' ? undefined : where],
    ['objects', objectsOf(violation)],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`- ${name}: ${code(value, VALUE)}`],
  );
}

/** What is between the tags is Markdown because blank lines are around it. */
function askAgain(command: string): string {
  const whole = command.length <= COMMAND;
  const block = whole
    ? fenced(command, 'sh')
    : 'The command is too long for this place; the other reports of the run have it.';
  return `<details><summary>curl</summary>\n\n${block}\n\n</details>`;
}
