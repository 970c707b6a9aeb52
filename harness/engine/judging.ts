import { Client } from '../client/client.js';
import { importSuite } from '../extension/suite-module.js';
import { type Judgement, judge, type Situation } from '../judgement.js';
import type { Chapter, Requirement } from '../requirement.js';
import { VERSIONS, type Version } from '../version.js';
import type { Handover } from './handover.js';
import { situationOf } from './situation.js';
import { onStop } from './stop-channel.js';

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

  constructor(
    handover: Handover,
    readonly chapters: readonly Chapter[],
  ) {
    const { settings, offered, known, firstExchange, traffic, writing, requests } = handover;
    this.client = new Client(settings, firstExchange, traffic);
    if (requests !== undefined) this.client.limitRequests(requests.left, requests.why);
    for (const { answer, exchange } of known) this.client.adopt(answer, exchange);
    this.situation = situationOf(this.client, offered, settings, writing);
    this.#endListening = onStop(handover.stopChannel, (why) => this.client.stop(why));
    this.wanted = inOrder(chapters, handover.wanted);
    if (writing !== undefined) return;
    for (const each of this.wanted) this.#begun.set(each, this.#judged(each));
  }

  /** What comes of a requirement in a version. */
  of(wanted: WantedJudgement): Promise<Judgement> {
    return this.#begun.get(wanted) ?? this.#judged(wanted);
  }

  #judged({ requirement, version }: WantedJudgement): Promise<Judgement> {
    return judge(requirement, version, this.situation);
  }

  /** Nothing is judged any more, but the client may still read. */
  end(): void {
    this.#endListening();
    this.situation.writing?.close();
  }
}

let underWay: Promise<Judging> | undefined;

/**
 * The judging of this thread: that which has begun before Vitest was there to run the tests, or one
 * that begins now, of the catalogue and of the suites beside it.
 */
export function judgingOf(handover: Handover, catalogue: readonly Chapter[]): Promise<Judging> {
  underWay ??= begun(handover, catalogue);
  return underWay;
}

async function begun(handover: Handover, catalogue: readonly Chapter[]): Promise<Judging> {
  const own = await Promise.all(handover.suites.map(importSuite));
  return new Judging(handover, [...catalogue, ...own.flat()]);
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
