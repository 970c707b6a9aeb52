import { joined } from '../../harness/extension.js';
import type { Counts, Report } from '../../harness/report.js';
import { VERDICTS } from '../../harness/verdict.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { ANSWERS, type Answer } from '../client-profile/answer.js';
import { answerProfiles, type StoredProfile } from '../client-profile/answer-profile.js';
import { changedClients } from '../client-profile/compare-answers.js';
import type { Answered } from '../client-profile/known-before.js';
import { caveatsOf } from './caveats.js';
import { isViolated } from './change-kind.js';
import { byLevel, changesOf, judged, type Pair } from './changes.js';
import type { Comparison, OneSided, Step, VersionOffered } from './comparison.js';
import { type Before, type Compared, completed } from './complete.js';
import { fieldChanges } from './field-changes.js';
import { latencyChanges } from './latency-changes.js';
import { observationChanges } from './observation-changes.js';
import { pairOf } from './pairs.js';
import { resultIn, type Side, sideOf } from './side.js';

/** A stored report and its file. */
export interface StoredReport {
  file: string;
  report: Report;
}

/**
 * Compares two reports or more, each with the one before it, in these versions, and what they mean for the clients of
 * these profiles, whatever the versions. Throws a RangeError for fewer than two.
 */
export function compareReports(
  stored: readonly StoredReport[],
  profiles: readonly StoredProfile[] = [],
  versions: readonly Version[] = VERSIONS,
): Comparison {
  if (stored.length < 2) throw new RangeError('expected two reports or more');
  const subjects = stored.map(({ file, report }, index) => ({ name: nameOf(index), file, report }));
  return completed({
    of: 'reports',
    subjects,
    versions,
    // Client contracts are no requirements of the specification: the clients are compared instead.
    ...clientChanges(stored, profiles),
    caveats: [...onlyThese(versions), ...caveatsOf(subjects), ...nothingShared(subjects)],
    stepOf: (to, before) => stepOf(to, before, versions),
    columnsOf: (compared) =>
      versions.flatMap((version) =>
        compared.some(({ side }) => side.report.target.versionsExamined.includes(version))
          ? compared.map(({ name, side }) => ({ version, subject: name, side }))
          : [],
      ),
  });
}

function onlyThese(versions: readonly Version[]): string[] {
  const isAll = VERSIONS.every((version) => versions.includes(version));
  return isAll ? [] : [`Only ${versions.join(' ')} compared (--versions).`];
}

/** Nothing if no client was seen to work in any report, at least where it reads: then none can break. */
function clientChanges(
  stored: readonly StoredReport[],
  profiles: readonly StoredProfile[],
): Pick<Comparison, 'clients' | 'clientAnswers'> {
  const answered = stored.map(({ file, report }, index): Answered => {
    const whole = joined(report);
    const answers = answerProfiles(profiles, { file, report: whole });
    return { name: nameOf(index), answers, side: sideOf(whole) };
  });
  const all = answered.flatMap(({ answers }) => answers.clients);
  if (!all.some(({ verdict }) => verdict !== 'no' && verdict !== 'unknown')) return {};
  const changes = answered.flatMap((after, index) =>
    changedClients(answered.slice(0, index), after, index === answered.length - 1),
  );
  const newest = answered.at(-1)?.answers.clients ?? [];
  const countOf = (answer: Answer) => newest.filter(({ verdict }) => verdict === answer).length;
  const counts = ANSWERS.map((answer): [Answer, number] => [answer, countOf(answer)]);
  const clientAnswers = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return { clients: changes, clientAnswers };
}

/** A to Z, then A1 and so on. */
function nameOf(index: number): string {
  const round = Math.floor(index / 26);
  return `${String.fromCharCode(65 + (index % 26))}${round === 0 ? '' : round}`;
}

function nothingShared(subjects: readonly { name: string; report: Report }[]): string[] {
  return subjects.flatMap(({ name, report }, index) => {
    const before = subjects[index - 1];
    if (before === undefined) return [];
    const shared = before.report.target.versionsExamined.filter((version) =>
      report.target.versionsExamined.includes(version),
    );
    if (shared.length > 0) return [];
    return [`${before.name} and ${name} have no tested version in common: nothing is compared.`];
  });
}

/** What became of a report since those before it. */
function stepOf(to: Compared, before: Before, versions: readonly Version[]): Step {
  const [from] = before;
  const shared = versions.filter((version) =>
    [from, to].every(({ side }) => side.report.target.versionsOffered.includes(version)),
  );
  const pairs = pairsOf(to, before, versions);
  const fieldPairs = shared.map((version) => ({
    from: from.side.report.fields,
    to: to.side.report.fields,
    versions: { from: version, to: version },
  }));
  const latencies = latencyChanges(from.side.report, to.side.report, versions);
  return {
    from: from.name,
    to: to.name,
    ...changesOf(pairs, to.side.requirements),
    versionsCame: offeredOnlyBy(to.side, from.side),
    versionsWent: offeredOnlyBy(from.side, to.side),
    requirementsNew: knownOnlyTo(
      to.side,
      before.map(({ side }) => side),
      versions,
    ),
    requirementsGone: knownOnlyTo(from.side, [to.side], versions),
    fields: fieldChanges(fieldPairs),
    observations: observationChanges(pairs),
    latencies: latencies.length === 0 ? undefined : latencies,
  };
}

/**
 * The results on the same requirement in the same version, in the order of the newer report. In a version that one of
 * them does not offer, what was checked on the other is listed with the version.
 */
function pairsOf(to: Compared, before: Before, versions: readonly Version[]): Pair[] {
  return [...to.side.requirements.keys()].flatMap((id) =>
    versions.flatMap((version): Pair[] => {
      const pair = pairOf(
        id,
        { ...to, version },
        before.map((each) => ({ ...each, version })),
      );
      if (pair === undefined) return [];
      const isOffered = ({ side }: Compared) =>
        side.report.target.versionsOffered.includes(version);
      const isShared = isOffered(to) && (isOffered(before[0]) || pair.last !== undefined);
      const isApplied = [pair.from, pair.to].every(({ verdict }) => verdict !== 'not-applicable');
      const isThere = resultIn(to.side, id, version) !== undefined;
      return isShared || (isApplied && isThere) ? [pair] : [];
    }),
  );
}

function offeredOnlyBy(side: Side, other: Side): VersionOffered[] {
  const { target, results, countsByVersion } = side.report;
  return target.versionsOffered
    .filter((version) => !other.report.target.versionsOffered.includes(version))
    .map((version) => {
      const violated = results.filter(
        (each) => each.version === version && isViolated(each.verdict),
      );
      const elsewhere = new Set(
        results
          .filter((each) => each.version !== version && isViolated(each.verdict))
          .map(({ requirement }) => requirement),
      );
      const own = violated.filter(({ requirement }) => !elsewhere.has(requirement));
      const shared = violated.filter(({ requirement }) => elsewhere.has(requirement));
      return {
        version,
        counts: countsByVersion[version] ?? NONE,
        violated: byLevel(own.map(judged), side.requirements),
        violatedElsewhereToo: shared.map(({ requirement }) => requirement),
      };
    });
}

const NONE = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Counts;

function knownOnlyTo(
  side: Side,
  others: readonly Side[],
  versions: readonly Version[],
): OneSided[] {
  const isOther = (id: string) => others.some(({ requirements }) => requirements.has(id));
  const ids = [...side.requirements.keys()].filter((id) => !isOther(id));
  const judgedOf = (id: string) =>
    (side.results.get(id) ?? [])
      .filter((each) => each.verdict !== 'not-applicable' && versions.includes(each.version))
      .map(judged);
  return byLevel(
    ids.map((requirement) => ({ requirement, judged: judgedOf(requirement) })),
    side.requirements,
  );
}
