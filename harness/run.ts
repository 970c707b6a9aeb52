import { randomUUID } from 'node:crypto';
import { assembleReport } from './assemble-report.js';
import { BUILD, isCurrent, REBUILT } from './build-id.js';
import { CannotExamine } from './cannot-examine.js';
import type { Judgement } from './check.js';
import { whyEnded } from './client/stopped.js';
import type { Traffic } from './client/traffic.js';
import { type Ran, type RunListener, runWorker } from './engine/engine.js';
import { LONGEST_STANDSTILL_MS } from './engine/watchdog.js';
import type { Catalogue } from './plan.js';
import type { Exchange, Report } from './report.js';
import type { RunSettings } from './settings.js';
import { journalOf } from './stored-journal.js';
import type { ReportedWrites } from './writing/outcome.js';
import { reportedWrites, restoreJournal } from './writing/phase.js';

/** The parts of a run besides its settings. */
export interface RunParts extends Catalogue, RunListener {
  /** Absolute path of the built file that declares the requirements of the catalogue as Vitest tests. */
  entry: string;
  /** Whether all exchanges are returned, not only those that results refer to. */
  everyExchange: boolean;
  /** Ends the run early; results so far are reported. */
  signal: AbortSignal;
  /** How long the run may stand still before it is ended, in milliseconds; a minute by default. */
  standstillMs?: number;
}

/** What a run leaves. */
export interface Tested {
  /** Absent if the run ended before there was anything to report. */
  report?: Report;
  /** The exchanges; by default only those that results refer to. */
  exchanges: Exchange[];
  /** What ended it before everything was checked; absent if nothing did. */
  ended?: Report['ended'];
}

const NO_TRAFFIC: Traffic = { requests: 0, bytes: 0, byMethod: {}, byStatus: {} };

/**
 * Tests an instance: Vitest's worker checks and restores, this thread reports. If the worker dies, what it
 * checked is reported, and the data is restored here, from the journal. Throws a CannotExamine if nothing can
 * be checked: the instance cannot be reached, or its API is disabled.
 */
export async function run(settings: RunSettings, parts: RunParts): Promise<Tested> {
  const startedAt = new Date();
  if (parts.signal.aborted) return { exchanges: [], ended: endedBy(parts.signal) };
  const { entry, everyExchange, signal, standstillMs = LONGEST_STANDSTILL_MS } = parts;
  let hasWritten = false;
  const listener: RunListener = {
    ...parts,
    onJournal() {
      hasWritten = true;
      parts.onJournal();
    },
  };
  const watched = { channel: randomUUID(), standstillMs };
  const data = { build: BUILD, settings, everyExchange, watched };
  const ran = await runWorker(entry, data, listener, signal);
  const { found, planned, end, errors } = ran;
  if (ran.cannotExamine !== undefined) throw new CannotExamine(ran.cannotExamine);
  if (found === undefined || planned === undefined) {
    if (signal.aborted) return { exchanges: [], ended: endedBy(signal) };
    if (!isCurrent(BUILD)) throw new CannotExamine(REBUILT);
    throw new Error(ran.standstill ?? `the worker did not start: ${errors.join('; ')}`);
  }
  const writes = ran.writes ?? (hasWritten ? await restored(settings) : undefined);
  const { judgements } = ran;
  const endedBefore = whatEnded(ran, signal);
  const ended = endedBefore ?? whatLostTheEnd(ran);
  const report = assembleReport({
    ...parts,
    settings,
    found,
    planned,
    judgements,
    end: end ?? { traffic: lastTraffic(judgements) },
    unhandled: errors,
    ended,
    isLost: endedBefore === undefined,
    startedAt,
    writes,
  });
  return { report, exchanges: inOrder([...ran.exchanges, ...report.exchanges]), ended };
}

/** Restores what a worker that died has left. */
async function restored(settings: RunSettings): Promise<ReportedWrites | undefined> {
  const { writes, hazardous, baseUrl } = settings;
  if (writes === undefined) return undefined;
  const journal = journalOf(writes);
  if (journal === undefined) {
    const why = `the journal ${writes.journal} was lost: what the run left is unknown`;
    const notRestored = [{ url: baseUrl, field: '*', why }];
    return {
      allowed: true,
      hazardous: hazardous === true,
      restored: 0,
      notRestored,
      leftBehind: [],
    };
  }
  const { restored, redaction } = await restoreJournal(journal, settings);
  return reportedWrites({ ...writes, journal, hazardous }, restored, [], redaction);
}

/** What ended the run early; undefined if nothing did. */
function whatEnded(
  { end, isDead, isOutOfMemory, standstill }: Ran,
  signal: AbortSignal,
): Report['ended'] {
  if (signal.aborted) return endedBy(signal);
  if (standstill !== undefined) return { by: 'worker', why: standstill };
  if (isOutOfMemory) return { by: 'worker', why: 'the checks ran out of memory' };
  if (isDead) return { by: 'worker', why: 'the thread of the checks ended by itself' };
  return end?.endedBy === undefined ? undefined : { by: 'limit', why: end.endedBy };
}

/** A limit of time gives its reason as a text. */
function endedBy(signal: AbortSignal): NonNullable<Report['ended']> {
  return { by: typeof signal.reason === 'string' ? 'limit' : 'signal', why: whyEnded(signal) };
}

/** Why the end of the run is unknown: such a run is never whole, whatever has a result. */
function whatLostTheEnd({ end, errors }: Ran): Report['ended'] {
  if (end !== undefined) return undefined;
  const why = `a bug in the test suite (please report it): ${errors.join('; ')}`;
  return { by: 'worker', why };
}

function lastTraffic(judgements: readonly Judgement[]): Traffic {
  return judgements.reduce(
    (most, { traffic }) => (traffic.requests >= most.requests ? traffic : most),
    NO_TRAFFIC,
  );
}

/** Each exchange once, in the order of the requests. */
function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.n, exchange]));
  const order = (a = '', b = '') => (a < b ? -1 : Number(a > b));
  return [...byNumber.values()].sort((a, b) => order(a.startedAt, b.startedAt) || a.n - b.n);
}
