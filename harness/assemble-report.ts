import { VERSIONS, type Version } from '../specification/versions.js';
import type { Judgement } from './check.js';
import { Stopped } from './client/stopped.js';
import type { RunEnd } from './engine/worker-data.js';
import type { Extension } from './extension.js';
import { outcomeOf, runVerdict } from './outcome.js';
import { blank, type Catalogue, type ReportedPlan } from './plan.js';
import type { FoundInstance } from './preflight.js';
import { type Reason, reported } from './reason.js';
import type { Counts, Exchange, KeptBody, Report, ReportedExtension, Result } from './report.js';
import type { Group, Requirement } from './requirement.js';
import { judgedOf, scopeOf } from './scope.js';
import { type RunSettings, reportedOptions } from './settings.js';
import { targetOnly } from './target.js';
import { LONGEST_FILE } from './text-file.js';
import { tool } from './tool.js';
import { VERDICTS } from './verdict.js';
import type { ReportedWrites } from './writing/outcome.js';

/** How much evidence a report has at most, in bytes: what is longer than twice this is read as no report. */
const MOST_EVIDENCE = LONGEST_FILE.report / 2;

/** The parts of a report. */
export interface Parts extends Catalogue {
  settings: RunSettings;
  found: FoundInstance;
  planned: ReportedPlan;
  judgements: readonly Judgement[];
  /** What the worker knew at its end; the traffic alone if it died before. */
  end: Partial<RunEnd> & Pick<RunEnd, 'traffic'>;
  /** Errors outside of any check. */
  unhandled: readonly string[];
  /** What ended the run before everything was checked; undefined if nothing did. */
  ended?: Report['ended'];
  /** Whether nothing ended the run on purpose or by the death of the worker: a result that is missing is an error then. */
  isLost: boolean;
  startedAt: Date;
  /** The results of the write phase, if there was one. */
  writes?: ReportedWrites;
}

/**
 * Assembles the report. A requirement that was planned but not checked is an error, never a pass.
 */
export function assembleReport(parts: Parts): Report {
  const { settings, groups, extensions, found, planned, judgements, startedAt, end } = parts;
  const everything = [
    ...planned.settled,
    ...judgements.map(({ result }) => result),
    ...notRun(parts),
  ];
  const { results, ...checked } = checkedOf(groups, everything, planned.examined);
  const apart = new Set(extensions.flatMap(idsOf));
  const unsaid = judgements.filter(({ result }) => result.code === 'role-missing');
  const ids = new Set(unsaid.map(({ result }) => result.requirement));
  const needs = new Map(
    groups.flatMap(({ requirements }) => requirements).map((each) => [each.id, each]),
  );
  const wanted = planned.wanted.flatMap(({ requirement }) => needs.get(requirement) ?? []);
  // A password that a role lacks is seen only when it is wanted.
  const ungiven = [...planned.ungiven, ...wanted.filter(({ id }) => ids.has(id))].filter(
    ({ id }) => !apart.has(id),
  );
  const scope = scopeOf(settings, planned.examined, found, ungiven);
  const report: Omit<Report, 'verdict'> = {
    format: 'conformance-report/2',
    tool: tool(),
    target: {
      ...targetOnly(settings),
      calledAs: found.calledAs,
      versionsOffered: found.offered,
      versionsUnknown: found.unknown.length === 0 ? undefined : found.unknown,
      versionsExamined: planned.examined,
    },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    seed: settings.seed,
    options: reportedOptions(settings),
    scope,
    judged: judgedOf(results),
    interrupted: parts.ended === undefined ? undefined : true,
    ended: parts.ended,
    counts: checked.counts,
    countsByVersion: checked.countsByVersion,
    traffic: end.traffic,
    latencies: end.latencies,
    reads: end.reads,
    scan: end.scan,
    writes: parts.writes,
    requirements: checked.requirements,
    results,
    fields: end.fields ?? [],
    exchanges: withinLimit(judgements.flatMap(({ evidence }) => evidence)),
    extensions:
      extensions.length === 0
        ? undefined
        : extensions.map((each) => reportedExtension(each, everything, planned.examined)),
  };
  return { ...report, verdict: outcomeOf(report).verdict };
}

function idsOf({ groups }: Extension): string[] {
  return groups.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

function reportedExtension(
  { suite, groups, addedAfter }: Extension,
  all: readonly Result[],
  examined: readonly Version[],
): ReportedExtension {
  return { suite, addedAfter, ...checkedOf(groups, all, examined) };
}

/** The results of the requirements of some groups. */
function checkedOf(
  groups: readonly Group[],
  all: readonly Result[],
  examined: readonly Version[],
): Omit<ReportedExtension, 'suite'> {
  const requirements = groups.flatMap((group) => group.requirements);
  const results = inOrder(requirements, all);
  const reportedGroups = groups.flatMap(reportedRequirements);
  return {
    verdict: runVerdict(results, reportedGroups),
    counts: count(results),
    countsByVersion: countByVersion(results, examined),
    requirements: reportedGroups,
    results,
  };
}

/** Requirements that were planned but not checked: never a pass. */
function notRun({ planned, judgements, unhandled, ended, isLost }: Parts): Result[] {
  const judged = new Set(judgements.map(({ result }) => `${result.requirement} ${result.version}`));
  const missing = planned.wanted.filter(
    ({ requirement, version }) => !judged.has(`${requirement} ${version}`),
  );
  const verdict = isLost ? 'error' : 'inconclusive';
  const bug =
    `a bug in the test suite (please report it): this requirement was not checked ${unhandled.join('; ')}`.trim();
  const reason: Reason =
    isLost || ended === undefined
      ? { code: 'suite-bug', says: bug }
      : { code: 'ended-early', says: new Stopped(ended.why).message };
  return missing.map(({ requirement, version }) => ({
    ...blank(requirement, version),
    verdict,
    ...reported(reason),
  }));
}

/** The results of these requirements, in the order of requirements and versions. */
function inOrder(requirements: readonly Requirement[], results: readonly Result[]): Result[] {
  const place = new Map(requirements.map(({ id }, index) => [id, index]));
  const placeOf = (result: Result) => place.get(result.requirement) ?? place.size;
  return results
    .filter(({ requirement }) => place.has(requirement))
    .sort(
      (a, b) =>
        placeOf(a) - placeOf(b) || VERSIONS.indexOf(a.version) - VERSIONS.indexOf(b.version),
    );
}

/** The number of results per verdict. */
export function count(results: readonly Result[]): Counts {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Counts;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

/** The same per version. */
function countByVersion(
  results: readonly Result[],
  versions: readonly Version[],
): Partial<Record<Version, Counts>> {
  return Object.fromEntries(
    versions.map((version) => [version, count(results.filter((each) => each.version === version))]),
  );
}

function reportedRequirements({ name, requirements }: Group): Report['requirements'] {
  return requirements.map(
    ({ id, says, spec, level, versions, consequence, breaks, contradicts }) => ({
      id,
      title: says,
      group: name,
      spec,
      level,
      versions: [...versions],
      consequence,
      breaks: breaks === undefined ? undefined : [...breaks],
      contradicts,
    }),
  );
}

/**
 * Exchanges by their numbers, each once. Of those beyond the limit only what was requested and the status are kept, so that
 * a report can be read again.
 */
export function withinLimit(exchanges: readonly Exchange[]): Exchange[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  let bytes = 0;
  return [...byNumber.values()]
    .sort((a, b) => a.n - b.n)
    .map((exchange) => {
      bytes += Buffer.byteLength(JSON.stringify(exchange));
      return bytes > MOST_EVIDENCE ? withoutText(exchange) : exchange;
    });
}

/** An exchange without most of its headers, and with the length of its bodies only. */
function withoutText({ request, response, ...exchange }: Exchange): Exchange {
  const { 'content-type': type } = response.headers;
  return {
    ...exchange,
    request: { method: request.method, url: request.url, headers: {}, ...lengthOf(request) },
    response: {
      status: response.status,
      headers: type === undefined ? {} : { 'content-type': type },
      body: '',
      ...lengthOf(response),
    },
  };
}

function lengthOf({ body, bodyBytes }: Partial<KeptBody>): Partial<KeptBody> {
  if (body === undefined) return {};
  return { body: '', bodyBytes: bodyBytes ?? Buffer.byteLength(body) };
}
