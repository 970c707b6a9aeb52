import type { Version } from '../specification/versions.js';
import { check, type Judgement, note } from './check.js';
import type { Client } from './client/client.js';
import type { RunEnd } from './engine/worker-data.js';
import type { Instance } from './instance.js';
import { JournalUnwritable } from './journal.js';
import { type Catalogue, isWriting, plan } from './plan.js';
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

/** What is told while a run writes. */
export interface WriteHooks {
  /** The journal was created; nothing is written before this is settled. */
  onJournal(): Promise<unknown>;
  /** The run waits for another one; the sentence says for which. */
  onWaiting(sentence: string): void;
}

/** A run with one client and one situation: reads (and the scan of whole lists), writes, restoring, in this order. */
export class WorkerRun {
  /** What is checked by reading, and what by writing, in the order of the checks. */
  readonly reading: readonly Pair[];
  readonly writing: readonly Pair[];
  readonly #situation: Situation;
  #verdicts: Map<Pair, Promise<Judgement>> | undefined;
  /** The last check that writes, pending or not. */
  #last: Promise<unknown> = Promise.resolve();
  /** What was read before the first write, which makes an instance slower for a while. */
  #read: Pick<RunEnd, 'latencies' | 'reads'> | undefined;
  readonly #startedAt = performance.now();
  /** Why nothing may be written. */
  #unwritable: string | undefined;

  /** `settings` are without the credentials that the instance rejects. */
  constructor(
    private readonly client: Client,
    private readonly settings: RunSettings,
    private readonly found: FoundInstance,
    catalogue: Catalogue,
    private readonly knownFields: KnownFields,
  ) {
    if (settings.maxRequests !== undefined) client.limitRequests(settings.maxRequests);
    const { wanted } = plan(catalogue, found, settings);
    this.reading = wanted.filter((pair) => !isWriting(pair));
    this.writing = wanted.filter(isWriting);
    const { seed, thorough, hazardous } = settings;
    this.#situation = situationOf(client, found.offered, settings, {
      queries: { seed, thorough },
      hazardous,
    });
    if (settings.scan !== undefined) {
      this.#situation.wholeLists = new WholeLists(settings.scan.sample, this.reading);
    }
  }

  /** Returns the verdict of one pair of `reading`. The first call starts the checks of all. */
  read(pair: Pair): Promise<Judgement> | undefined {
    return this.#begun().get(pair);
  }

  #begun(): Map<Pair, Promise<Judgement>> {
    this.#verdicts ??= verdicts(this.reading, this.#situation);
    return this.#verdicts;
  }

  /** Tells how far the scan of whole lists has come, until everything that reads is checked. */
  async watchScan(onProgress: (progress: ScanProgress) => void): Promise<void> {
    const { wholeLists } = this.#situation;
    if (wholeLists !== undefined) wholeLists.onProgress = onProgress;
    await Promise.all(this.#begun().values());
  }

  /**
   * Checks one pair of `writing`; the first call creates the journal. Undefined if nothing may be written,
   * because that is not possible, or because
   * the run has ended.
   */
  async write(
    { requirement, version }: Pair,
    { onJournal, onWaiting }: WriteHooks,
  ): Promise<Judgement | undefined> {
    if (this.#unwritable !== undefined) return undefined;
    try {
      if (this.#situation.writing === undefined) {
        // A run that has ended before its first write leaves no journal.
        if (this.client.isStopped) return undefined;
        this.#situation.writing = this.#beginWriting();
        await onJournal();
      }
      this.#situation.writing.onWaiting = onWaiting;
    } catch (error) {
      if (!(error instanceof JournalUnwritable)) throw error;
      this.#unwritable = error.message;
      return undefined;
    }
    const judging = check(requirement, version, this.#situation);
    this.#last = judging;
    const judgement = await judging;
    note(judgement, requirement, this.#situation);
    return judgement;
  }

  /** What was read, masked: an instance chooses the addresses that it links to. */
  #measured(): Pick<RunEnd, 'latencies' | 'reads'> {
    const { log, redaction } = this.client;
    const clean = (url: string) => pathOn(this.settings, redaction.text(url));
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

  #beginWriting() {
    this.#read ??= this.#measured();
    return beginWriting(this.#situation, this.settings);
  }

  /** Restores what was written, once nothing else is requested; undefined if nothing was written. */
  async restore(): Promise<ReportedWrites | undefined> {
    // Checks of a run that was stopped end soon, but must not go on with a client that restores.
    await Promise.allSettled([...(this.#verdicts?.values() ?? []), this.#last]);
    const { writing } = this.#situation;
    if (writing === undefined) return undefined;
    const { maxDurationMs = Number.POSITIVE_INFINITY } = this.settings;
    return restoreAfter(writing, this.client, this.#startedAt + maxDurationMs);
  }

  /** What is known at the end. Sends no request. */
  async end(): Promise<RunEnd> {
    const { client, found } = this;
    const { instance, wholeLists } = this.#situation;
    const known = await Promise.all(
      found.offered.map((each) => this.knownFields(each, instance, wholeLists)),
    );
    const scan = await wholeLists?.reported();
    // Names of fields come from the instance and may contain a secret.
    const fields = known
      .flat()
      .map((each) => ({ ...each, field: client.redaction.text(each.field) }));
    const endedBy = client.endedBy ?? this.#unwritable ?? this.#situation.writing?.journal.broken;
    return {
      fields,
      ...(this.#read ?? this.#measured()),
      traffic: client.traffic,
      scan,
      endedBy,
    };
  }
}
