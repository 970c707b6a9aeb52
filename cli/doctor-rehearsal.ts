import { check, note } from '../harness/check.js';
import type { Client } from '../harness/client/client.js';
import type { Preflight } from '../harness/preflight.js';
import type { Result } from '../harness/report.js';
import type { Group } from '../harness/requirement.js';
import type { TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import { number, several, span } from '../reporters/view/quantities.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Finding } from './doctor-findings.js';

/** Maximum number of reasons printed per kind. */
const MOST_REASONS = 40;

/** The results and the cost of checking every requirement in one version. */
export interface Rehearsal {
  results: Result[];
  requests: number;
  ms: number;
}

/**
 * Checks all requirements of these groups in one version, in this process, to find out which would be
 * inconclusive and how many requests a run sends: what was read before is requested again.
 */
export async function rehearse(
  client: Client,
  settings: TargetSettings,
  version: Version,
  { offered }: Preflight,
  groups: readonly Group[],
): Promise<Rehearsal> {
  const situation = situationOf(client, offered, settings);
  const startedAt = performance.now();
  const before = client.traffic.requests;
  return client.apart(Number.POSITIVE_INFINITY, async () => {
    const requirements = groups
      .flatMap((group) => group.requirements)
      .filter(({ versions }) => versions.includes(version));
    const results: Result[] = [];
    for (const last of [false, true]) {
      const own = requirements.filter(({ runsLast }) => (runsLast === true) === last);
      const checked = own.map(async (requirement) => {
        const judgement = await check(requirement, version, situation);
        note(judgement, requirement, situation);
        return judgement.result;
      });
      results.push(...(await Promise.all(checked)));
    }
    return {
      results,
      requests: client.traffic.requests - before,
      ms: performance.now() - startedAt,
    };
  });
}

/** Lists what a run could not check, by reason. Failures are not reported: that is the task of a run. */
export function whatIsMissing({ results }: Rehearsal): Finding[] {
  const of = (verdict: Result['verdict']) => results.filter((each) => each.verdict === verdict);
  const missing = [
    ...byReason(of('error').filter(isOurs), 'remark', 'could not be checked'),
    ...byReason(
      of('error').filter((each) => !isOurs(each)),
      'bad',
      'could not be checked',
    ),
    ...byReason(of('inconclusive'), 'remark', 'would be inconclusive'),
  ];
  const skipped = byReason(of('skipped'), 'none', 'would be skipped');
  if (missing.length > 0) return [...missing, ...skipped];
  const checked = results.length - of('skipped').length;
  const says = `all required test data is available: ${several(checked, 'requirement')} can be checked`;
  return [{ mark: 'good', says }, ...skipped];
}

/**
 * Estimates the maximum cost of a run of all versions. Older versions have fewer requirements, and some
 * requests have no version.
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

/** Whether the error is in the suite; all other errors are transport errors. */
function isOurs({ code }: Result): boolean {
  return code === 'suite-bug';
}

/** Groups requirements by reason, the most frequent reason first. */
function byReason(results: readonly Result[], mark: Finding['mark'], what: string): Finding[] {
  const groups = new Map<string, string[]>();
  for (const { reason = 'no reason given', requirement } of results) {
    // Errors of the suite end with a stack location, which belongs in the report only.
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

/** Rounds to two digits: the value is an estimate. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
