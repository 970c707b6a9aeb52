import { groupedBy } from '../../harness/grouped-by.js';
import type { Exchange, Report, ReportedViolation, Result } from '../../harness/report.js';
import { leadsTo } from '../../harness/target.js';
import type { Evidence, Fact, Finding, Sign } from '../document.js';
import { exchangeAt, exchangeOf, isSaid, requestText, sectionOf } from './evidence.js';
import { type Row, rowsWith } from './groups.js';
import { objectsOf } from './scan.js';
import { byPlace, pathOf } from './shared.js';
import { markOf } from './signs.js';
import { listed, versionRange } from './words.js';

/** The signs of what was found, in the order in which every format has them. */
export const FINDING_SIGNS = [
  'fail',
  'error',
  'warn',
  'expected',
] as const satisfies readonly Sign[];

/** `fails`, `warns`, `ended in an error`; of several requirements `fail`, `warn`. */
export function outcomeOf(sign: Sign, count = 1): string {
  if (sign === 'error') return 'ended in an error';
  return count === 1 && (sign === 'fail' || sign === 'warn') ? `${sign}s` : sign;
}

/** What a client notices of any requirement where each answer was a 5xx. */
const CRASH = 'A client gets a server error; whether more is wrong could not be seen.';

/** Other places named of a violation that repeats itself. */
const PLACES = 3;

/**
 * The requirements with results of one sign, each with what was expected, what was received and how
 * to ask again. With `most`, violations of a kind are shown once, and so many kinds at most; without
 * it each is shown. Requirements with violations at the same place are next to each other.
 */
export function findingsOf(report: Report, sign: Sign, most?: number): Finding[] {
  const rows = byPlace(report, rowsWith(report, sign)).flat();
  return rows.map((row) => findingOf(report, sign, row, most));
}

/** Results of one requirement with one sign; `findingsOf` says what `most` is. */
export function findingOf(report: Report, sign: Sign, row: Row, most?: number): Finding {
  const results = [...row.results.values()];
  const versions = results.map(({ version }) => version);
  const [first] = results;
  const { id, level, title, consequence, breaks } = row.requirement;
  const groups = alike(report, results, most);
  const statuses = results.flatMap((result) =>
    result.violations.map((each) => exchangeOf(report, result, each)?.response.status ?? 0),
  );
  const effect = statuses[0] && statuses.every((status) => status >= 500) ? CRASH : consequence;
  const says = [
    breaks === undefined ? level.toUpperCase() : 'client contract',
    `${outcomeOf(sign)} in ${versionRange(versions)}`,
    ...(breaks === undefined || breaks.length === 0 || sign === 'error'
      ? []
      : [`breaks ${breaks.join(', ')}`]),
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
    client: sign === 'error' ? undefined : ['For a client', effect],
    brief: first?.violations[0]?.message ?? first?.reason ?? title,
  };
}

/** Results with the same evidence together: the same, or of the same kinds. */
function alike(report: Report, results: readonly Result[], most?: number): [Result, ...Result[]][] {
  return groupedBy(results, (result) => {
    const { reason, violations } = result;
    const said =
      most === undefined
        ? violations.map(({ exchange, write, ...rest }) => rest)
        : violations.slice(0, 1).map((violation) => kindOf(report, result, violation));
    return [reason, said];
  });
}

function evidenceOf(
  report: Report,
  group: [Result, ...Result[]],
  isNamed: boolean,
  most?: number,
): Evidence {
  const [result] = group;
  const all =
    most === undefined
      ? result.violations.map((each): Alike => [each])
      : groupedBy(result.violations, (violation) => kindOf(report, result, violation));
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
    `Baseline: ${[reason.trim().replaceAll('\n', ' '), ...[link ?? []].flat(), ...until].join(' · ')}`,
  ];
}

/**
 * The exchange that shows a violation, behind the write whose effect it shows; where the wrong value is a URL that was
 * followed, the response to that as well.
 */
function exchangesToRepeat(
  report: Report,
  result: Result,
  violation: ReportedViolation | undefined,
): Exchange[] {
  const last = exchangeOf(report, result, violation);
  const write = exchangeAt(report, violation?.write);
  const link = (violation?.received ?? '').slice(1, -1);
  const followed = result.exchanges
    .filter((n) => n !== last?.n)
    .sort((a, b) => a - b)
    .map((n) => exchangeAt(report, n))
    .find((each) => each !== undefined && leadsTo(link, each.request.url));
  return [write, last, followed].filter((each) => each !== undefined);
}

/** An address as the client masks it. */
const MASKED = /[^\s"'=&?/<:]\*{3}@[\p{L}\p{N}]\*{3}/gu;

function notesOn({ writes }: Report, exchanges: readonly Exchange[]): string[] {
  const gone = exchanges
    .flatMap(({ request }) => objectsOn(belowVersion(request.url)))
    .filter((path) => removedIn(writes).has(path));
  const objects = [...new Set(gone)].map((path) => path.replace(/\/$/, ''));
  const masked = exchanges.flatMap(({ curl }) => curl.match(MASKED) ?? []);
  return [
    ...(objects.length > 0
      ? [`${objects.join(', ')} was created by this run and deleted at its end: use a new one`]
      : []),
    ...[...new Set(masked)].map(
      (address) => `${address} is masked: fill in the whole address, or run with --show-emails`,
    ),
  ];
}

const removedBy = new WeakMap<object, Set<string>>();

/** The paths of the objects that a run created and deleted. */
function removedIn(writes: Report['writes']): Set<string> {
  if (writes === undefined) return new Set();
  const known = removedBy.get(writes) ?? new Set((writes.removed ?? []).map(belowVersion));
  removedBy.set(writes, known);
  return known;
}

function belowVersion(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/^.*?\/api\/\d+\.\d+\//, '');
}

/** `bundles/7/` and `patches/7/checks/9/` of a path below them. */
function objectsOn(path: string): string[] {
  return [/^(?:[^/]+\/){2}/, /^(?:[^/]+\/){4}/].flatMap((each) => each.exec(path)?.[0] ?? []);
}

type Alike = [ReportedViolation, ...ReportedViolation[]];

/** What a violation shares with those that repeat it elsewhere: its kind, the name of its field, and its status. */
function kindOf(report: Report, result: Result, violation: ReportedViolation) {
  const { kind = 'other', message, pointer = '' } = violation;
  const field = pointer.split('/').findLast((name) => !/^\d+$/.test(name));
  if (kind === 'other') return [kind, field, message];
  if (kind !== 'status' && kind !== 'response') return [kind, field];
  const { request, response } = exchangeOf(report, result, violation) ?? {};
  const at = kind === 'status' ? response?.status : violation.expected;
  return [kind, request?.method, request && pathOf(request.url), at];
}

function shownViolation(
  report: Report,
  result: Result,
  [violation, ...more]: Alike,
): NonNullable<Evidence['violations']>[number] {
  const { message, kind = 'other', expected, received = '' } = violation;
  const request = requestIn(report, result, violation);
  const where = placeText(violation.pointer, request);
  const others = more
    .map((each) => {
      const own = requestIn(report, result, each);
      return placeText(each.pointer, own === request ? undefined : own);
    })
    .filter((place) => place !== '' && place !== violation.pointer);
  const facts: [string, string | undefined][] = [
    ['expected', isSaid(violation) ? undefined : expected],
    ['received', received === '' || isSaid(violation) ? undefined : received],
    ['where', where === '' || kind === 'status' ? undefined : where],
    ['in all', objectsOf(violation)],
    ['also at', others.length === 0 ? undefined : listed([...new Set(others)], PLACES)],
  ];
  return {
    message,
    facts: facts.flatMap(([name, value]): Fact[] => (value === undefined ? [] : [[name, value]])),
  };
}

function requestIn(report: Report, result: Result, violation: ReportedViolation) {
  const exchange = exchangeOf(report, result, violation);
  return exchange && requestText(report, exchange);
}

/** `/0/mbox in GET /api/1.2/covers/` */
function placeText(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part).join(' in ');
}
