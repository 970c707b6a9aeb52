import type { Version } from '../specification/versions.js';
import { check, type Judgement, note } from './check.js';
import type { Client } from './client/client.js';
import type { RunEnd } from './engine/worker-data.js';
import type { Instance } from './instance.js';
import { JournalUnwritable } from './journal.js';
import { isWriting } from './plan.js';
import type { FoundInstance } from './preflight.js';
import type { SeenField } from './report.js';
import type { RunSettings } from './settings.js';
import { type Situation, situationOf } from './situation.js';
import { pathOn } from './target.js';
import { type Pair, verdicts } from './verdicts.js';
import { type ScanProgress, WholeLists } from './whole-lists.js';
import type { ReportedWrites } from './writing/outcome.js';
import { beginWriting, restoreAfter } from './writing/phase.js';

/** Returns the fields of a version that the run has seen. Sends no request. */
export type KnownFields = (
  version: Version,
  instance: Instance,
  lists?: WholeLists,
) => Promise<SeenField[]>;

/** What a caller leaves out of a run, and what it is told meanwhile. */
export interface Phases {
  /** False to check nothing again that does not hold. */
  rechecks?: boolean;
  /** What is known of fields at the end. */
  knownFields?: KnownFields;
  onJudgement?(pair: Pair, judgement: Judgement): void;
  /** The scan of whole lists has come so far. */
  onScan?(progress: ScanProgress): void;
  /** The journal was created; nothing is written before this is settled. */
  onJournal?(): Promise<unknown>;
  /** A check that writes begins. */
  onWriting?(pair: Pair): void;
  /** What was written is being restored. */
  onRestoring?(): void;
  /** What was written is restored, as far as that was possible. */
  onRestored?(writes: ReportedWrites): void;
  /** The run waits for another one; the sentence says for which. */
  onWaiting?(sentence: string): void;
}

/**
 * A run, in the one order of its phases: reads, with the scan of whole lists, then writes, then restoring, on an instance
 * of which the preflight found this. `wanted` is what is planned; `settings` are those that the preflight returned.
 * What was written is restored however the checks ended. The client is not closed. Returns what is known at the end.
 */
export async function phases(
  client: Client,
  { offered, rejected }: Pick<FoundInstance, 'offered' | 'rejected'>,
  wanted: readonly Pair[],
  settings: RunSettings,
  parts: Phases = {},
): Promise<RunEnd> {
  const startedAt = performance.now();
  client.signOut(rejected.map(({ role }) => role));
  if (settings.maxRequests !== undefined) client.limitRequests(settings.maxRequests);
  const { seed, thorough, scan, maxDurationMs = Number.POSITIVE_INFINITY } = settings;
  const situation = situationOf(client, offered, settings, { seed, thorough });
  const reading = wanted.filter((pair) => !isWriting(pair));
  if (scan !== undefined) {
    situation.wholeLists = new WholeLists(scan.sample, reading);
    situation.wholeLists.onProgress = parts.onScan ?? (() => {});
  }
  const judged = [...verdicts(reading, situation, parts.rechecks)].map(async ([pair, verdict]) => {
    const judgement = await verdict;
    parts.onJudgement?.(pair, judgement);
  });
  await Promise.all(judged);
  // Writes make an instance slower for a while.
  const measured = measuredBy(client, settings);
  let unwritable: string | undefined;
  try {
    unwritable = await write(wanted.filter(isWriting), situation, settings, parts);
  } finally {
    const { writing } = situation;
    if (writing !== undefined) {
      parts.onRestoring?.();
      const writes = await restoreAfter(writing, client, startedAt + maxDurationMs);
      // Told at once: what comes after may fail.
      parts.onRestored?.(writes);
    }
  }
  const { instance, wholeLists, writing } = situation;
  const fields = await Promise.all(
    offered.map((each) => parts.knownFields?.(each, instance, wholeLists) ?? []),
  );
  return {
    // Names of fields come from the instance and may contain a secret.
    fields: fields.flat().map((each) => ({ ...each, field: client.redaction.text(each.field) })),
    ...measured,
    traffic: client.traffic,
    scan: await wholeLists?.reported(),
    endedBy: client.endedBy ?? unwritable ?? writing?.journal.broken,
  };
}

/** Checks by writing, one after the other. Returns why nothing may be written, if that is not possible. */
async function write(
  pairs: readonly Pair[],
  situation: Situation,
  settings: RunSettings,
  { onJudgement, onJournal, onWriting, onWaiting }: Phases,
): Promise<string | undefined> {
  // A run that has ended before its first write leaves no journal.
  if (pairs.length === 0 || situation.client.isStopped) return undefined;
  try {
    situation.writing = beginWriting(situation, settings);
    situation.writing.onWaiting = onWaiting ?? (() => {});
    await onJournal?.();
    for (const pair of pairs) {
      onWriting?.(pair);
      const judgement = await check(pair.requirement, pair.version, situation);
      note(judgement, pair.requirement, situation);
      onJudgement?.(pair, judgement);
    }
  } catch (error) {
    if (error instanceof JournalUnwritable) return error.message;
    throw error;
  }
  return undefined;
}

/** How long reads took, and what was read, masked: an instance chooses the addresses that it links to. */
function measuredBy(
  { log, redaction }: Client,
  settings: RunSettings,
): Pick<RunEnd, 'latencies' | 'reads'> {
  const clean = (url: string) => pathOn(settings, redaction.text(url));
  return {
    latencies: log.latencies.map((each) => ({
      ...each,
      endpoint: redaction.text(each.endpoint),
    })),
    reads: [...log.reads].map(([role, urls]) => ({
      role,
      paths: [...new Set([...urls].map(clean))].sort(),
    })),
  };
}
