import { rmSync } from 'node:fs';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { check, type Judgement, note } from '../../harness/check.js';
import { Client } from '../../harness/client/client.js';
import { newWrites } from '../../harness/journal.js';
import { isWriting, plan } from '../../harness/plan.js';
import { preflight } from '../../harness/preflight.js';
import type { Result } from '../../harness/report.js';
import { NO_WAITS, type RunSettings, type TargetSettings } from '../../harness/settings.js';
import { type Situation, situationOf } from '../../harness/situation.js';
import { byVersion, forgetVersion, type Pair } from '../../harness/verdicts.js';
import { WholeLists } from '../../harness/whole-lists.js';
import { beginWriting, restoreAfter } from '../../harness/writing/phase.js';
import { VERSIONS, type Version } from '../../specification/versions.js';

/** Selects requirements; by default all of them, in every offered version and with every role. */
export interface Wanted {
  only?: readonly string[];
  /** Runs the client contracts instead of the requirements of the specification. */
  contracts?: true;
  versions?: readonly Version[];
  credentials?: TargetSettings['credentials'];
  /** The number of random queries per list and version; by default that of a usual run. */
  thorough?: number;
  /** The seed of the random queries; 0 by default. */
  seed?: number;
  /** Also scans whole lists, as `--exhaustive` does, or a sample of each. */
  scan?: { sample?: number };
  /** Also runs the requirements that write, one after the other, and restores the data. */
  writes?: { runs?: number };
  /** Also runs the requirements that send values known to break instances. */
  hazardous?: boolean;
}

/**
 * Runs requirements on an instance in this process, without the engine, and returns the results. `onJudged` is called with
 * each judgement.
 */
export async function judged(
  instance: {
    url: string;
    roles: TargetSettings['credentials'];
    project?: string;
    otherProject?: string;
  },
  wanted: Wanted = {},
  onJudged: (judgement: Judgement) => void = () => {},
): Promise<Result[]> {
  const settings: TargetSettings = {
    baseUrl: instance.url,
    credentials: wanted.credentials ?? instance.roles,
    headers: [],
    concurrency: 8,
    rps: 0,
    timeoutMs: 60_000,
    maxBytes: 50_000_000,
    showEmails: false,
  };
  const run: RunSettings = {
    ...settings,
    versions: [...(wanted.versions ?? VERSIONS)],
    only: [...(wanted.only ?? [])],
    skip: [],
    seed: 1,
    project: instance.project,
    otherProject: instance.otherProject,
    writes:
      wanted.writes === undefined
        ? undefined
        : { ...newWrites(undefined, NO_WAITS), ...wanted.writes },
    hazardous: wanted.hazardous,
  };
  const client = new Client(settings);
  try {
    const { offered } = await preflight(client);
    const queries = { seed: wanted.seed ?? 0, thorough: wanted.thorough };
    const { hazardous } = wanted;
    const situation = situationOf(client, offered, settings, { queries, hazardous });
    const groups = wanted.contracts ? CLIENT_CONTRACTS.groups : GROUPS;
    const planned = plan({ groups, extensions: [] }, { offered, rejected: [] }, run);
    const pairs = planned.wanted;
    const skipped = planned.settled.filter(
      ({ verdict, code }) => verdict === 'skipped' && code !== 'not-selected',
    );
    const reading = pairs.filter((pair) => !isWriting(pair));
    if (wanted.scan !== undefined) {
      situation.wholeLists = new WholeLists(wanted.scan.sample, reading);
    }
    const judgements = await allRead(situation, reading);
    for (const each of judgements) onJudged(each);
    const read = [...skipped, ...judgements.map(({ result }) => result)];
    if (run.writes === undefined) return read;
    // As in a run, the requirements that read come before those that write.
    const session = beginWriting(situation, run);
    situation.writing = session;
    try {
      const written: Result[] = [];
      for (const pair of pairs.filter(isWriting)) {
        const judgement = await checked(pair, situation);
        onJudged(judgement);
        written.push(judgement.result);
      }
      return [...read, ...written];
    } finally {
      await restoreAfter(session, client);
    }
  } finally {
    await client.close();
    // An instance with a fault cannot always be restored. It is stopped afterwards anyway.
    rmSync(run.writes?.journal ?? '', { force: true });
  }
}

/**
 * Checks the read-only requirements of a version concurrently, those that run last after the others, then
 * those of the next version.
 */
async function allRead(situation: Situation, pairs: readonly Pair[]): Promise<Judgement[]> {
  const judgements = [];
  for (const [version, ofVersion] of byVersion(pairs)) {
    for (const last of [false, true]) {
      const own = ofVersion.filter(({ requirement }) => (requirement.runsLast === true) === last);
      judgements.push(...(await Promise.all(own.map((pair) => checked(pair, situation)))));
    }
    forgetVersion(version, situation);
  }
  return judgements;
}

async function checked({ requirement, version }: Pair, situation: Situation) {
  const judgement = await check(requirement, version, situation);
  note(judgement, requirement, situation);
  return judgement;
}

/** The ids of the requirements with one of these verdicts in any version, each once. */
export function idsWith(results: readonly Result[], ...verdicts: Result['verdict'][]): string[] {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  return [...new Set(found.map(({ requirement }) => requirement))].sort();
}
