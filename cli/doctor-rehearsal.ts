import { Client } from '../harness/client/client.js';
import { FAULT_OF_THE_CHECK, judge } from '../harness/judgement.js';
import type { Preflight } from '../harness/preflight.js';
import type { Result } from '../harness/report.js';
import type { Chapter } from '../harness/requirement.js';
import type { TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import type { Finding } from '../reporters/doctor.js';
import { number, several, span } from '../reporters/view/quantities.js';
import { VERSIONS, type Version } from '../specification/versions.js';

/** How many reasons of a kind are shown. */
const MOST_REASONS = 40;

/** All that a run judges, judged in one version: what it came to and what it cost. */
export interface Rehearsal {
  results: Result[];
  requests: number;
  ms: number;
}

/**
 * Judges all requirements of these chapters in one version, in this process. What would be inconclusive is measured
 * so, and so is what a run costs: nothing that was read before is used, but for the roots, which a
 * run reads before as well.
 */
export async function rehearse(
  settings: TargetSettings,
  version: Version,
  { offered, known }: Preflight,
  chapters: readonly Chapter[],
): Promise<Rehearsal> {
  const client = new Client(settings, known.length + 1);
  for (const { answer, exchange } of known) client.adopt(answer, exchange);
  const situation = situationOf(client, offered, settings);
  const startedAt = performance.now();
  try {
    const requirements = chapters
      .flatMap((chapter) => chapter.requirements)
      .filter(({ versions }) => versions.includes(version));
    const results: Result[] = [];
    for (const last of [false, true]) {
      const own = requirements.filter(({ runsLast }) => (runsLast === true) === last);
      const judgements = own.map((requirement) => judge(requirement, version, situation));
      results.push(...(await Promise.all(judgements)).map(({ result }) => result));
    }
    return {
      results,
      requests: client.traffic.requests,
      ms: performance.now() - startedAt,
    };
  } finally {
    await client.close();
  }
}

/** What a run could not judge, by reason. What fails is not told: the doctor does not judge. */
export function whatIsMissing({ results }: Rehearsal): Finding[] {
  const of = (verdict: Result['verdict']) => results.filter((each) => each.verdict === verdict);
  const missing = [
    ...byReason(of('error').filter(isOurs), 'remark', 'could not be judged'),
    ...byReason(
      of('error').filter((each) => !isOurs(each)),
      'bad',
      'could not be judged',
    ),
    ...byReason(of('inconclusive'), 'remark', 'would be inconclusive'),
  ];
  const skipped = byReason(of('skipped'), 'none', 'would be skipped');
  if (missing.length > 0) return [...missing, ...skipped];
  const judged = results.length - of('skipped').length;
  const says = `there is all the data that is needed: ${several(judged, 'requirement')} can be judged`;
  return [{ mark: 'good', says }, ...skipped];
}

/**
 * What a run of all versions would cost at the most: older versions have fewer requirements, and
 * what the newest was asked for once is not asked for again.
 */
export function whatItCosts(
  { requests, ms }: Rehearsal,
  offered: readonly Version[],
  { concurrency }: TargetSettings,
): Finding {
  const all = VERSIONS.length + requests * offered.length;
  const pace = `with --concurrency ${concurrency}`;
  const says = `a run of ${several(offered.length, 'version')} sends at most about ${number(rounded(all))} requests and takes at most about ${span(ms * offered.length)} ${pace}`;
  return { mark: 'good', says };
}

/** A fault of the suite says so; every other error is the transport's, and the operator's to mend. */
function isOurs({ reason }: Result): boolean {
  return reason?.startsWith(FAULT_OF_THE_CHECK) ?? false;
}

/** The requirements that have the same reason, those with the most first. */
function byReason(results: readonly Result[], mark: Finding['mark'], what: string): Finding[] {
  const groups = new Map<string, string[]>();
  for (const { reason = 'no reason given', requirement } of results) {
    // The suite's own faults bring where they came from, which is for its report only.
    const line = reason.split('; at ')[0] ?? reason;
    groups.set(line, [...(groups.get(line) ?? []), requirement]);
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const more = sorted.length - MOST_REASONS;
  return [
    ...sorted.slice(0, MOST_REASONS).map(
      ([reason, ids]): Finding => ({
        mark,
        says: `${several(ids.length, 'requirement')} ${what}: ${reason}`,
        detail: ids.join(', '),
      }),
    ),
    ...(more > 0 ? [{ mark, says: `and ${several(more, 'more reason')}` }] : []),
  ];
}

/** To two digits: more would promise too much. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
