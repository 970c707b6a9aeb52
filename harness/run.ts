import type { Reporter } from 'vitest/node';
import { assembleReport } from './assemble-report.js';
import type { Client } from './client/client.js';
import { host } from './engine/host.js';
import type { Judgement } from './judgement.js';
import { plan } from './plan.js';
import { preflight } from './preflight.js';
import type { Report, SeenField } from './report.js';
import type { Chapter } from './requirement.js';
import type { RunSettings } from './settings.js';
import type { Version } from './version.js';

/** Takes in the judgements as Vitest reports them, and at the end the fields that were seen. */
export interface Collector extends Reporter {
  readonly judgements: Judgement[];
  readonly fields: SeenField[];
}

/** What a run needs besides its settings. */
export interface RunParts {
  /** Reads what comes before the judging; closed by the caller. */
  client: Client;
  chapters: readonly Chapter[];
  /** Absolute path of the built file that runs these chapters in the worker. */
  entry: string;
  collector: Collector;
  /** Told how many judgements there will be, and what the preflight found. */
  onPlan(total: number, offered: readonly Version[]): void;
  /** Ends the run early; what was judged until then is reported. */
  signal: AbortSignal;
}

/**
 * Examines an instance and returns the report. Throws a CannotExamine if nothing can be judged:
 * the instance cannot be reached, or its API is switched off.
 */
export async function run(settings: RunSettings, parts: RunParts): Promise<Report> {
  const startedAt = new Date();
  const { client, chapters, entry, collector, signal } = parts;
  const { offered, known } = await preflight(client, settings.baseUrl);
  const planned = plan(chapters, offered, settings);
  parts.onPlan(planned.wanted.length, offered);

  const { concurrency, rps, timeoutMs, maxBytes, showEmails, baseUrl, credentials } = settings;
  const target = { baseUrl, credentials, concurrency, rps, timeoutMs, maxBytes, showEmails };
  const handover = {
    settings: {
      ...target,
      headers: settings.headers,
      ...(settings.ca === undefined ? {} : { ca: settings.ca }),
    },
    offered,
    wanted: planned.wanted,
    known,
  };
  const unhandled =
    planned.wanted.length === 0
      ? []
      : await host({ entry, handover, tags: tagsOf(chapters), reporter: collector, signal });

  return assembleReport({
    settings,
    chapters,
    offered,
    planned,
    judgements: collector.judgements,
    fields: collector.fields,
    unhandled,
    interrupted: signal.aborted,
    startedAt,
    trafficBefore: client.traffic,
  });
}

/** Vitest wants its tags declared: the versions, the chapters and the levels. */
function tagsOf(chapters: readonly Chapter[]): string[] {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const versions = requirements.flatMap((requirement) => requirement.versions);
  const levels = requirements.map((requirement) => requirement.level);
  return [
    ...new Set([
      ...versions.map((version) => `v${version}`),
      ...chapters.map(({ name }) => name),
      ...levels,
    ]),
  ];
}
