import { joined } from '../../harness/extension.js';
import type { Counts, Report } from '../../harness/report.js';
import { VERDICTS } from '../../harness/verdict.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { ANSWERS, type Answer } from '../client-profile/answer.js';
import { answerProfiles, type StoredProfile } from '../client-profile/answer-profile.js';
import { changedClients } from '../client-profile/compare-answers.js';
import { caveatsOf } from './caveats.js';
import { isViolated } from './change-kind.js';
import { byLevel, changesOf, judged, type Pair, paired } from './changes.js';
import type { Comparison, OneSided, Step, VersionOffered } from './comparison.js';
import { type Compared, completed } from './complete.js';
import { fieldChanges } from './field-changes.js';
import { latencyChanges } from './latency-changes.js';
import { observationChanges } from './observation-changes.js';
import { resultIn, type Side } from './side.js';

/** A stored report and its file. */
export interface StoredReport {
  file: string;
  report: Report;
}

/**
 * Compares two reports or more, each with the one before it, and what they mean for the clients of
 * these profiles. Throws a RangeError for fewer than two.
 */
export function compareReports(
  stored: readonly StoredReport[],
  profiles: readonly StoredProfile[] = [],
): Comparison {
  if (stored.length < 2) throw new RangeError('expected two reports or more');
  const subjects = stored.map(({ file, report }, index) => ({ name: nameOf(index), file, report }));
  return completed({
    of: 'reports',
    subjects,
    // Client contracts are no requirements of the specification: the clients are compared instead.
    ...clientChanges(stored, profiles),
    caveats: [...caveatsOf(subjects), ...nothingShared(subjects)],
    stepOf,
    columnsOf: (compared) =>
      VERSIONS.flatMap((version) =>
        compared.some(({ side }) => side.report.target.versionsExamined.includes(version))
          ? compared.map(({ name, side }) => ({ version, subject: name, side }))
          : [],
      ),
  });
}

/** Nothing if no client was seen to work in any report, at least where it reads: then none can break. */
function clientChanges(
  stored: readonly StoredReport[],
  profiles: readonly StoredProfile[],
): Pick<Comparison, 'clients' | 'clientAnswers'> {
  const answers = stored.map(({ file, report }) =>
    answerProfiles(profiles, { file, report: joined(report) }),
  );
  const all = answers.flatMap(({ clients }) => clients);
  if (!all.some(({ verdict }) => verdict !== 'no' && verdict !== 'unknown')) return {};
  const changes = answers.flatMap((after, index) => {
    const before = answers[index - 1];
    if (before === undefined) return [];
    return changedClients([nameOf(index - 1), before], [nameOf(index), after]);
  });
  const newest = answers.at(-1)?.clients ?? [];
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

function stepOf(from: Compared, to: Compared): Step {
  const shared = VERSIONS.filter((version) =>
    [from, to].every(({ side }) => side.report.target.versionsOffered.includes(version)),
  );
  const pairs = pairsOf(from.side, to.side, shared);
  const fieldPairs = shared.map((version) => ({
    from: from.side.report.fields,
    to: to.side.report.fields,
    versions: { from: version, to: version },
  }));
  const latencies = latencyChanges(from.side.report, to.side.report);
  return {
    from: from.name,
    to: to.name,
    ...changesOf(pairs, to.side.requirements),
    versionsCame: offeredOnlyBy(to.side, from.side),
    versionsWent: offeredOnlyBy(from.side, to.side),
    requirementsNew: knownOnlyTo(to.side, from.side),
    requirementsGone: knownOnlyTo(from.side, to.side),
    fields: fieldChanges(fieldPairs),
    observations: observationChanges(pairs),
    latencies: latencies.length === 0 ? undefined : latencies,
  };
}

/** The results on the same requirement in the same version, in the order of the newer report. */
function pairsOf(from: Side, to: Side, shared: readonly Version[]): Pair[] {
  return [...to.requirements.keys()].flatMap((id) =>
    VERSIONS.flatMap((version) =>
      paired(id, resultIn(from, id, version), resultIn(to, id, version)).filter(
        // In a version that one of them does not offer, what was checked on the other is listed with the version.
        (pair) =>
          shared.includes(version) ||
          [pair.from, pair.to].every(({ verdict }) => verdict !== 'not-applicable'),
      ),
    ),
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

function knownOnlyTo(side: Side, other: Side): OneSided[] {
  const ids = [...side.requirements.keys()].filter((id) => !other.requirements.has(id));
  return byLevel(
    ids.map((requirement) => ({ requirement, judged: judgedOf(side, requirement) })),
    side.requirements,
  );
}

function judgedOf({ results }: Side, id: string): OneSided['judged'] {
  const own = results.get(id) ?? [];
  return own.filter(({ verdict }) => verdict !== 'not-applicable').map(judged);
}

/** A report as if it had come to know of some versions only. */
export function narrowed(report: Report, versions: readonly Version[]): Report {
  const isWanted = ({ version }: { version: Version }) => versions.includes(version);
  const among = (all: readonly Version[]) => all.filter((version) => versions.includes(version));
  const { target } = report;
  return {
    ...report,
    target: {
      ...target,
      versionsOffered: among(target.versionsOffered),
      versionsExamined: among(target.versionsExamined),
    },
    results: report.results.filter(isWanted),
    fields: report.fields.filter(isWanted),
  };
}
