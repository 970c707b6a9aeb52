import { Client } from '../../harness/client/client.js';
import { situationOf } from '../../harness/engine/situation.js';
import { judge } from '../../harness/judgement.js';
import { preflight } from '../../harness/preflight.js';
import type { Result } from '../../harness/report.js';
import { judgedIn } from '../../harness/requirement.js';
import { isSelected } from '../../harness/selection.js';
import type { TargetSettings } from '../../harness/settings.js';
import type { Version } from '../../harness/version.js';
import { CHAPTERS } from '../../suites/catalogue.js';

/** What a test judges: by default everything, in every version that is offered, by every role. */
export interface Wanted {
  only?: readonly string[];
  versions?: readonly Version[];
  credentials?: TargetSettings['credentials'];
}

/** Judges a running instance in this process, without the engine, and returns the results. */
export async function judged(
  instance: { url: string; roles: TargetSettings['credentials'] },
  wanted: Wanted = {},
): Promise<Result[]> {
  const settings: TargetSettings = {
    baseUrl: instance.url,
    credentials: wanted.credentials ?? instance.roles,
    headers: [],
    concurrency: 8,
    rps: 0,
    timeoutMs: 20_000,
    maxBytes: 50_000_000,
    showEmails: false,
  };
  const client = new Client(settings);
  try {
    const { offered } = await preflight(client, settings.baseUrl);
    const situation = situationOf(client, offered, settings);
    const judgements = CHAPTERS.flatMap((chapter) =>
      chapter.requirements
        .filter((requirement) => isSelected(requirement, chapter, wanted.only ?? [], []))
        .flatMap((requirement) =>
          judgedIn(requirement, wanted.versions ?? offered).map((version) =>
            judge(requirement, version, situation),
          ),
        ),
    );
    return (await Promise.all(judgements)).map(({ result }) => result);
  } finally {
    await client.close();
  }
}

/** The ids of the requirements that have one of these verdicts in any version, each once. */
export function idsWith(results: readonly Result[], ...verdicts: Result['verdict'][]): string[] {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  return [...new Set(found.map(({ requirement }) => requirement))].sort();
}
