import type { Client } from '../harness/client/client.js';
import { groupedBy } from '../harness/grouped-by.js';
import { COLLECTIONS } from '../harness/later-versions.js';
import { phases } from '../harness/phases.js';
import { plan } from '../harness/plan.js';
import type { Preflight } from '../harness/preflight.js';
import type { Result } from '../harness/report.js';
import type { Group } from '../harness/requirement.js';
import type { TargetSettings } from '../harness/settings.js';
import { number, several, span } from '../reporters/view/words.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Finding } from './doctor-findings.js';

/**
 * Checks all requirements of these groups in the newest version, without their verdicts: lists what a run could not
 * check, by reason, and estimates the cost of a run.
 */
export async function lookAtData(
  client: Client,
  { found, settings }: Preflight<TargetSettings>,
  newest: Version,
  groups: readonly Group[],
): Promise<Finding[]> {
  // What was read before would not be counted.
  client.forgetVersion(newest);
  const before = client.traffic.requests;
  const startedAt = performance.now();
  const run = { ...settings, versions: [newest], only: [], skip: [], seed: 0 };
  const { wanted, settled } = plan({ groups, extensions: [] }, found, run);
  const results = settled.filter(({ verdict }) => verdict !== 'not-applicable');
  await phases(client, found, wanted, run, {
    rechecks: false,
    onJudgement: (_, { result }) => results.push(result),
  });
  const ms = performance.now() - startedAt;
  const requests = client.traffic.requests - before;
  // At most: older versions have fewer requirements, and some requests have no version. Two digits are enough.
  const versions = found.offered.length;
  const all = Number((VERSIONS.length + requests * versions).toPrecision(2));
  const says = `a run of ${several(versions, 'version')} sends at most about ${number(all)} requests and takes at most about ${span(ms * versions)} with --concurrency ${settings.concurrency}`;
  return [...whatIsMissing(results), { mark: 'good', says }];
}

/** The lists of a version that can be requested and are no lists: nothing of the instance can be read. */
export async function lookAtLists(client: Client, version: Version): Promise<Finding[]> {
  const looks = COLLECTIONS.map(async (name) => {
    const url = `/api/${version}/${name}/`;
    const answer = await client.readIfAnswered({ role: 'anonymous', url });
    return answer?.status === 200 && !Array.isArray(answer.json) ? [name] : [];
  });
  const wrong = (await Promise.all(looks)).flat();
  if (wrong.length === 0) return [];
  const says = `${wrong.join(', ')}: the response is no JSON array, so no object can be read there`;
  const advice = 'check the base URL, and what stands in front of the instance';
  return [{ mark: 'bad', says, advice }];
}

/** Failures are not reported: that is the task of a run. */
function whatIsMissing(results: readonly Result[]): Finding[] {
  const missing = [
    ...byReason(results, 'error', 'bad', 'could not be checked'),
    ...byReason(results, 'inconclusive', 'remark', 'would be inconclusive'),
  ];
  const skipped = byReason(results, 'skipped', 'none', 'would be skipped');
  if (missing.length > 0) return [...missing, ...skipped];
  const count = results.filter(({ verdict }) => verdict !== 'skipped').length;
  const says = `all required test data is available: ${several(count, 'requirement')} can be checked`;
  return [{ mark: 'good', says }, ...skipped];
}

/** Groups requirements with a verdict by reason, the most frequent reason first. */
function byReason(
  results: readonly Result[],
  verdict: Result['verdict'],
  mark: Finding['mark'],
  what: string,
): Finding[] {
  const own = results.filter((result) => result.verdict === verdict);
  const sorted = groupedBy(own, ({ reason }) => reason).sort((a, b) => b.length - a.length);
  return sorted.map((group) => {
    const [{ reason = 'no reason given' }] = group;
    const says = `${several(group.length, 'requirement')} ${what}: ${reason}`;
    const ids = group.map(({ requirement }) => requirement);
    return { mark, says, ids };
  });
}
