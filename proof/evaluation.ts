import { rmSync } from 'node:fs';
import { CLIENT_CONTRACTS, GROUPS } from '../cli/catalogue.js';
import { check, type Judgement, note, type Situation } from '../harness/check.js';
import { Client } from '../harness/client/client.js';
import { usualJournal } from '../harness/journal.js';
import { preflight } from '../harness/preflight.js';
import type { Result } from '../harness/report.js';
import { judgedIn, type Requirement } from '../harness/requirement.js';
import { isSelected } from '../harness/selection.js';
import type { RunSettings, TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import { planWalk } from '../harness/walk/phase.js';
import { withRestoring } from '../harness/writing/phase.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { walkJudging } from '../suites/conventions/scan/scan-checks.js';

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
  /** Also scans whole lists, as `--exhaustive` does. */
  exhaustive?: true;
  /** Also runs the requirements that write, one after the other, and restores the data. */
  writes?: { runs?: number; hazardous?: boolean };
}

/** Runs requirements on an instance in this process, without the engine, and returns the results. */
export async function judged(
  instance: { url: string; roles: TargetSettings['credentials']; project?: string },
  wanted: Wanted = {},
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
  const client = new Client(settings);
  const journal = usualJournal();
  try {
    const { offered } = await preflight(client);
    const queries = {
      seed: wanted.seed ?? 0,
      ...(wanted.thorough === undefined ? {} : { thorough: wanted.thorough }),
    };
    const run: RunSettings = {
      ...settings,
      only: [],
      skip: [],
      seed: 1,
      ...(instance.project === undefined ? {} : { project: instance.project }),
    };
    const situation = situationOf(client, offered, settings, { queries });
    const first = await allRead(situation, wanted);
    const judgements = wanted.exhaustive ? await scanned(run, offered, first) : first;
    const read = judgements.map(({ result }) => result);
    if (wanted.writes === undefined) return read;
    const { runs = 3, hazardous = false } = wanted.writes;
    const { result } = await withRestoring(
      run,
      { runs, hazardous, journal },
      client,
      async (config) => {
        const writer = new Client(settings);
        const situation = situationOf(writer, offered, settings, {
          queries,
          writing: config,
        });
        // As in a run, the requirements that read come before those that write.
        situation.red = new Set(redOf(read));
        try {
          return await writtenInTurn(situation, wanted);
        } finally {
          situation.writing?.close();
          await writer.close();
        }
      },
    );
    return [...read, ...result];
  } finally {
    await client.close();
    // An instance with a fault cannot always be restored. It is stopped afterwards anyway.
    rmSync(journal, { force: true });
  }
}

/** Checks the read-only requirements concurrently, those that run last after the others. */
async function allRead(situation: Situation, wanted: Wanted): Promise<Judgement[]> {
  const pairs = pairsOf(situation, wanted).filter(({ requirement }) => !writes(requirement));
  const judgements = [];
  for (const last of [false, true]) {
    const own = pairs.filter(({ requirement }) => (requirement.runsLast === true) === last);
    const these = own.map(({ requirement, version }) => checked(requirement, version, situation));
    judgements.push(...(await Promise.all(these)));
  }
  return judgements;
}

async function checked(requirement: Requirement, version: Version, situation: Situation) {
  const judgement = await check(requirement, version, situation);
  note(judgement, requirement, situation);
  return judgement;
}

/** Returns the judgements updated with the results of an exhaustive scan. */
async function scanned(
  settings: RunSettings,
  offered: readonly Version[],
  judgements: readonly Judgement[],
): Promise<Judgement[]> {
  const wanted = judgements.map(({ result }): [string, Version] => [
    result.requirement,
    result.version,
  ]);
  const walk = planWalk(settings, {}, walkJudging(GROUPS), { wanted }, offered);
  const outcome = await walk.begin({ signal: new AbortController().signal, onProgress() {} });
  const requirements = GROUPS.flatMap((group) => group.requirements);
  return outcome.restOn({ judgements, fields: [], requirements, firstExchange: 1 }).judgements;
}

/** Checks the requirements that write, one after the other. */
async function writtenInTurn(situation: Situation, wanted: Wanted): Promise<Result[]> {
  const pairs = pairsOf(situation, wanted).filter(({ requirement }) => writes(requirement));
  const results: Result[] = [];
  for (const last of [false, true]) {
    const own = pairs.filter(({ requirement }) => (requirement.runsLast === true) === last);
    for (const { requirement, version } of own) {
      results.push((await checked(requirement, version, situation)).result);
    }
  }
  return results;
}

function writes({ needs }: Requirement): boolean {
  return needs.includes('writes');
}

function pairsOf(situation: Situation, wanted: Wanted) {
  const groups = wanted.contracts ? CLIENT_CONTRACTS.groups : GROUPS;
  return groups.flatMap((group) =>
    group.requirements
      .filter((requirement) => isSelected(requirement, group, wanted.only ?? [], []))
      .flatMap((requirement) =>
        judgedIn(requirement, versionsFor(requirement, wanted, situation)).map((version) => ({
          requirement,
          version,
        })),
      ),
  );
}

/** Returns the versions to check. A requirement on absence is checked in every version. */
function versionsFor(
  { judgesAbsence }: Requirement,
  { versions }: Wanted,
  { instance }: Situation,
): readonly Version[] {
  return versions ?? (judgesAbsence ? VERSIONS : instance.versions);
}

function redOf(results: readonly Result[]): string[] {
  const red = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return red.flatMap(({ requirement, version }) => [requirement, `${requirement} ${version}`]);
}

/** The ids of the requirements with one of these verdicts in any version, each once. */
export function idsWith(results: readonly Result[], ...verdicts: Result['verdict'][]): string[] {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  return [...new Set(found.map(({ requirement }) => requirement))].sort();
}
