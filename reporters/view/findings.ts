import type { Exchange, Report, ReportedViolation, Result } from '../../harness/report.js';
import type { Evidence, Fact, Finding, Sign } from '../document.js';
import { exchangeOf, placeOf, unsaid } from './evidence.js';
import { groupedBy } from './grouped-by.js';
import { type Row, rowsWith } from './groups.js';
import { several } from './quantities.js';
import { objectsOf } from './scan.js';
import { sharedPlaces } from './shared-place.js';
import { markOf } from './signs.js';
import { sectionOf } from './source.js';
import { versionRange } from './version-range.js';

/** The signs of what was found, in the order in which every format has them. */
export const FINDING_SIGNS = [
  'fail',
  'error',
  'warn',
  'expected',
] as const satisfies readonly Sign[];

/** The outcome of one requirement and of several, in words. */
const OUTCOMES: Partial<Record<Sign, [one: string, many: string]>> = {
  fail: ['fails', 'fail'],
  error: ['ended in an error', 'ended in an error'],
  warn: ['warns', 'warn'],
};

/** `fails`, `warns`, `ended in an error`; of several requirements `fail`, `warn`. */
export function outcomeOf(sign: Sign, count = 1): string {
  return OUTCOMES[sign]?.[count === 1 ? 0 : 1] ?? sign;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Other places named of a violation that repeats itself. */
const PLACES = 3;

/**
 * The requirements with results of one sign, each with what was expected, what was received and how
 * to ask again. With `most`, violations of a kind are shown once, and so many kinds at most; without
 * it each is shown. Requirements that fail or warn at the same place are next to each other.
 */
export function findingsOf(report: Report, sign: Sign, most?: number): Finding[] {
  const places = sign === 'fail' || sign === 'warn' ? sharedPlaces(report) : NONE;
  const rows = groupedBy(rowsWith(report, sign), ({ requirement: { id } }) => places.get(id) ?? id);
  return rows.flatMap(([first, ...others]) => {
    const shared = places.get(first.requirement.id);
    return [
      { ...findingOf(report, sign, first, most), shared },
      ...others.map((row) => findingOf(report, sign, row, most)),
    ];
  });
}

function findingOf(report: Report, sign: Sign, row: Row, most?: number): Finding {
  const results = [...row.results.values()];
  const versions = results.map(({ version }) => version);
  const [first] = results;
  const { id, level, title, consequence, breaks = [] } = row.requirement;
  const groups = alike(results, most);
  const says = [
    level.toUpperCase(),
    `${outcomeOf(sign)} in ${versionRange(versions)}`,
    ...(breaks.length === 0 || sign === 'error' ? [] : [`breaks ${breaks.join(', ')}`]),
  ];
  return {
    type: 'finding',
    marks: [markOf(sign)],
    head: id,
    isId: true,
    aside: says.join(', '),
    versions,
    quote: { says: title, source: sectionOf(row.requirement) },
    evidence: groups.map((group) => evidenceOf(report, group, groups.length > 1, most)),
    // An error says nothing about the instance.
    client: sign === 'error' ? undefined : ['For a client', consequence],
    brief: first?.violations[0]?.message ?? first?.reason ?? title,
  };
}

/** Results with the same evidence together: the same but for the version in a path, or of the same kinds. */
function alike(results: readonly Result[], most?: number): [Result, ...Result[]][] {
  return groupedBy(results, ({ reason, violations, version }) => {
    const said =
      most === undefined
        ? violations.map(({ exchange, ...rest }) => rest)
        : violations.slice(0, 1).map(kindOf);
    return JSON.stringify([reason, said]).replaceAll(`/api/${version}/`, '/api/{v}/');
  });
}

function evidenceOf(
  report: Report,
  group: [Result, ...Result[]],
  isNamed: boolean,
  most?: number,
): Evidence {
  const [result] = group;
  const all = byKind(result.violations, most);
  const shown = all.slice(0, most);
  const exchanges = exchangesToRepeat(report, result, shown[0]?.[0]);
  const versions = group.map(({ version }) => version);
  return {
    where: isNamed ? `in ${versionRange(versions)}` : undefined,
    texts: [...expectationOf(result), ...[result.reason ?? []].flat()],
    violations: shown.map((violations) => shownViolation(report, result, violations)),
    more: all.length - shown.length,
    commands: exchanges.map(({ curl }) => curl),
    notes: notesOn(report, exchanges),
    exchange: exchanges.at(-1),
  };
}

/** Why the baseline expects it. */
function expectationOf({ expected }: Result): string[] {
  if (expected === undefined) return [];
  const { reason = 'no reason is given', link, expires } = expected;
  const until = expires === undefined ? [] : [`until ${expires}`];
  return [
    `Baseline: ${[reason.replace(/\s+/g, ' '), ...[link ?? []].flat(), ...until].join(' · ')}`,
  ];
}

/** The exchange that shows a violation, behind the write whose effect it shows. */
function exchangesToRepeat(
  report: Report,
  result: Result,
  violation: ReportedViolation | undefined,
): Exchange[] {
  const last = exchangeOf(report, result, violation);
  if (last === undefined) return [];
  const before = report.exchanges.find(
    ({ n, request }) => n === result.exchanges[0] && n < last.n && request.method !== 'GET',
  );
  return before === undefined ? [last] : [before, last];
}

function notesOn({ writes }: Report, exchanges: readonly Exchange[]): string[] {
  const paths = exchanges.map(({ request }) => belowVersion(request.url));
  const gone = (writes?.removed ?? [])
    .map(belowVersion)
    .filter((path) => paths.some((each) => each.startsWith(path)));
  const objects = [...new Set(gone)].map((path) => path.replace(/\/$/, ''));
  const masked = exchanges.some(({ curl }) => /\w\*{3}@/.test(curl));
  return [
    ...(objects.length > 0
      ? [`${objects.join(', ')} was created by this run and deleted at its end`]
      : []),
    ...(masked ? ['e-mail addresses are masked; --show-emails shows them'] : []),
  ];
}

function belowVersion(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/^.*?\/api\/\d+\.\d+\//, '');
}

type Alike = [ReportedViolation, ...ReportedViolation[]];

function byKind(violations: readonly ReportedViolation[], most?: number): Alike[] {
  return most === undefined ? violations.map((each) => [each]) : groupedBy(violations, kindOf);
}

/** A message without requests, numbers and quoted values: what repeats itself in other places has the same. */
function kindOf({ message }: ReportedViolation): string {
  return message
    .replace(/\b(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE) \S+/g, 'REQUEST')
    .replace(/"[^"]*"|\S*[\d/]\S*/g, '#');
}

function shownViolation(
  report: Report,
  result: Result,
  [violation, ...more]: Alike,
): Evidence['violations'][number] {
  const { message, expected, received } = violation;
  const where = placeIn(report, result, violation);
  const request = / in [A-Z]+ \S+$/.exec(where)?.[0];
  const others = [...new Set(more.map((each) => placeIn(report, result, each)))]
    .filter((place) => place !== '' && place !== where)
    .map((place) => (request === undefined ? place : place.replace(request, '')));
  const facts: [string, string | undefined][] = [
    ['expected', unsaid('expected', expected, message)],
    ['received', unsaid('got', received, message)],
    ['where', where === '' || message.includes(where) ? undefined : where],
    ['objects', objectsOf(violation)],
    ['also at', others.length === 0 ? undefined : listed(others)],
  ];
  return {
    message,
    facts: facts.flatMap(([name, value]): Fact[] => (value === undefined ? [] : [[name, value]])),
  };
}

function placeIn(report: Report, result: Result, violation: ReportedViolation): string {
  return placeOf(report, violation, exchangeOf(report, result, violation));
}

function listed(places: readonly string[]): string {
  const named = places.slice(0, PLACES).join(', ');
  const more = places.length - PLACES;
  return more > 0 ? `${named} and ${several(more, 'other place')}` : named;
}
