import { Client } from '../client/client.js';
import { importSuite } from '../extension/suite-module.js';
import { type Judgement, judge, type Situation } from '../judgement.js';
import type { Found } from '../preflight.js';
import { type Beginning, planned } from '../reading-phase.js';
import type { Chapter, Requirement } from '../requirement.js';
import { VERSIONS, type Version } from '../version.js';
import type { Handover } from './handover.js';
import { situationOf } from './situation.js';
import { onStop } from './stop-channel.js';
import type { Judged } from './thread.js';

/** How often what was judged is told at the most: each message costs, and nobody reads faster. */
const TELLING_MS = 50;

/** How many of Vitest's tests are begun before the network has its turn. */
export const AT_ONCE = 20;

/** One requirement that is wanted in one version, and the chapter that it stands in. */
export interface WantedJudgement {
  chapter: Chapter;
  requirement: Requirement;
  version: Version;
}

/**
 * The judging of a run, in the worker. What only reads is judged from the beginning, all at once:
 * Vitest's tests are told what came of it. What writes is judged when its test is run.
 */
export class Judging {
  readonly client: Client;
  readonly situation: Situation;
  readonly wanted: readonly WantedJudgement[];
  readonly #begun = new Map<WantedJudgement, Promise<Judgement>>();
  readonly #endListening: () => void;
  #untold: Judged[] = [];
  #toldAt = Number.NEGATIVE_INFINITY;
  #telling: NodeJS.Timeout | undefined;

  constructor(handover: Handover, chapters: readonly Chapter[]) {
    const { settings, offered, known, firstExchange, traffic, writing, requests } = handover;
    this.client = new Client(settings, firstExchange, traffic);
    if (requests !== undefined) this.client.limitRequests(requests.left, requests.why);
    for (const { answer, exchange } of known) this.client.adopt(answer, exchange);
    this.situation = situationOf(this.client, offered, settings, writing);
    this.#endListening = onStop(handover.stopChannel, (why) => this.client.stop(why));
    this.wanted = inOrder(chapters, handover.wanted);
  }

  /** Begins to judge all that is wanted. No answer comes between, so that a seed decides the order of the requests. */
  begin(): void {
    for (const each of this.wanted) this.#begun.set(each, this.#judged(each));
  }

  /** What comes of a requirement in a version. */
  of(wanted: WantedJudgement): Promise<Judgement> {
    return this.#begun.get(wanted) ?? this.#judged(wanted);
  }

  async #judged({ requirement, version }: WantedJudgement): Promise<Judgement> {
    const judgement = await judge(requirement, version, this.situation);
    const { result, traffic } = judgement;
    const { verdict } = result;
    this.#tell({ requirement: requirement.id, version, verdict, requests: traffic.requests });
    return judgement;
  }

  /** The first one is told at once, since somebody waits for it; what comes soon after others, together. */
  #tell(judged: Judged): void {
    this.#untold.push(judged);
    const due = this.#toldAt + TELLING_MS - performance.now();
    this.#telling ??= setTimeout(() => this.#tellAll(), Math.max(0, due));
  }

  #tellAll(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#toldAt = performance.now();
    if (this.#untold.length > 0) tell(this.#untold);
    this.#untold = [];
  }

  /** Nothing is judged any more, but the client may still read. */
  end(): void {
    this.#tellAll();
    this.#endListening();
    this.situation.writing?.close();
  }
}

let tell: (judged: Judged[]) => void = () => {};
let underWay: Promise<Judging | undefined> | undefined;

/** Sets who is told of each judgement of this thread as it is made. */
export function tellJudged(listener: (judged: Judged[]) => void): void {
  tell = listener;
}

/**
 * Begins to judge what only reads of what was found, if there is such. Rejects if the chapters cannot be
 * loaded.
 */
export async function beginReading(
  beginning: Beginning,
  found: Found,
  catalogue: () => Promise<readonly Chapter[]>,
): Promise<void> {
  const begun = async () => {
    // The run may be ended while the chapters are loaded, before there is a client to stop.
    let ended: string | undefined;
    const endListening = onStop(beginning.stopChannel, (why) => {
      ended = why;
    });
    try {
      const chapters = await withSuites(beginning.suites, await catalogue());
      const { reading } = planned(beginning, chapters, found);
      if (reading.wanted.length === 0) return undefined;
      const judging = new Judging(reading, chapters);
      if (ended !== undefined) judging.client.stop(ended);
      judging.begin();
      return judging;
    } finally {
      endListening();
    }
  };
  underWay = begun();
  await underWay;
}

/**
 * The judging of this thread: that which has begun before Vitest was there to run the tests, or one
 * that begins now, of the catalogue and of the suites beside it.
 */
export async function judgingOf(
  handover: Handover,
  catalogue: readonly Chapter[],
): Promise<Judging> {
  const begun = await underWay;
  return begun ?? new Judging(handover, await withSuites(handover.suites, catalogue));
}

async function withSuites(
  suites: readonly string[],
  catalogue: readonly Chapter[],
): Promise<readonly Chapter[]> {
  const own = await Promise.all(suites.map(importSuite));
  return [...catalogue, ...own.flat()];
}

/**
 * Chapter by chapter, and in each version by version: what a write has left is read again by the next
 * requirement, and not after other versions have written to the same object.
 */
function inOrder(chapters: readonly Chapter[], wanted: Handover['wanted']): WantedJudgement[] {
  const pairs = new Set(wanted.map(([id, version]) => `${id} ${version}`));
  return chapters.flatMap((chapter) =>
    VERSIONS.flatMap((version) =>
      chapter.requirements
        .filter(({ id }) => pairs.has(`${id} ${version}`))
        .map((requirement) => ({ chapter, requirement, version })),
    ),
  );
}
