import { rmSync } from 'node:fs';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import type { Judgement } from '../../harness/check.js';
import { Client } from '../../harness/client/client.js';
import { newWrites } from '../../harness/journal.js';
import { phases } from '../../harness/phases.js';
import { plan } from '../../harness/plan.js';
import { findInstance } from '../../harness/preflight.js';
import type { Result } from '../../harness/report.js';
import { NO_WAITS, type RunSettings, type TargetSettings } from '../../harness/settings.js';
import type { Pair } from '../../harness/verdicts.js';
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
 * Runs requirements on an instance in this process, without the engine, with the phases, the concurrency and the rechecks
 * of a run, and returns the results. `onJudged` is called with
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
  const given: RunSettings = {
    baseUrl: instance.url,
    credentials: wanted.credentials ?? instance.roles,
    headers: [],
    concurrency: 4,
    rps: 0,
    timeoutMs: 60_000,
    maxBytes: 50_000_000,
    showEmails: false,
    versions: [...(wanted.versions ?? VERSIONS)],
    only: [...(wanted.only ?? [])],
    skip: [],
    seed: wanted.seed ?? 0,
    thorough: wanted.thorough,
    scan: wanted.scan,
    project: instance.project,
    otherProject: instance.otherProject,
    writes: wanted.writes && { ...newWrites(undefined, NO_WAITS), ...wanted.writes },
    hazardous: wanted.hazardous,
  };
  const client = new Client(given);
  try {
    // A fault may have renamed the project, which a run would refuse to examine.
    const { project, otherProject, ...unnamed } = given;
    const preflight = await findInstance<RunSettings>(client, unnamed);
    const { found } = preflight;
    const settings: RunSettings = { ...preflight.settings, project, otherProject };
    const groups = wanted.contracts ? CLIENT_CONTRACTS.groups : GROUPS;
    const planned = plan({ groups, extensions: [] }, found, settings);
    const skipped = planned.settled.filter(
      ({ verdict, code }) => verdict !== 'not-applicable' && code !== 'not-selected',
    );
    const judged = new Map<Pair, Result>();
    const { endedBy } = await phases(client, found, planned.wanted, settings, {
      onJudgement(pair, judgement) {
        onJudged(judgement);
        judged.set(pair, judgement.result);
      },
    });
    const left = planned.wanted.length - judged.size;
    if (left > 0) throw new Error(`${left} requirements have no result: ${endedBy}`);
    // In the order of the plan, whatever came first.
    return [...skipped, ...planned.wanted.flatMap((pair) => judged.get(pair) ?? [])];
  } finally {
    await client.close();
    // An instance with a fault cannot always be restored. It is stopped afterwards anyway.
    rmSync(given.writes?.journal ?? '', { force: true });
  }
}
