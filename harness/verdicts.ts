import type { Version } from '../specification/versions.js';
import { check, type Judgement, note, type Situation } from './check.js';
import type { Requirement } from './requirement.js';

/** Checks per simultaneous request: some checks wait for requests of others. */
const CHECKS_FOR_A_REQUEST = 3;

/** How often a requirement that does not hold is checked again. */
const MOST_LOOKS = 2;

/** The limit for the requests of these looks in one version. */
const MOST_REQUESTS = 200;

/** A requirement and the version in which it is checked. */
export interface Pair {
  requirement: Requirement;
  version: Version;
}

/**
 * Checks requirements that only read. One that compares answers and does not hold is checked again:
 * the instance may have changed between the requests. If it holds then, it passes and is unsteady. The
 * requirements that run last are checked after that. Each promise resolves as soon as its verdict is
 * final, and never rejects.
 */
export function verdicts(
  pairs: readonly Pair[],
  situation: Situation,
): Map<Pair, Promise<Judgement>> {
  const settle = new Map<Pair, (judgement: Judgement) => void>();
  const settled = new Map(
    pairs.map((pair) => [
      pair,
      new Promise<Judgement>((resolve) => {
        settle.set(pair, resolve);
      }),
    ]),
  );
  void checkAll(pairs, situation, (pair, judgement) => {
    note(judgement, pair.requirement, situation);
    settle.get(pair)?.(judgement);
  });
  return settled;
}

async function checkAll(
  pairs: readonly Pair[],
  situation: Situation,
  conclude: (pair: Pair, judgement: Judgement) => void,
): Promise<void> {
  const first = pairs.filter(({ requirement }) => !requirement.runsLast);
  const failing = new Map<Pair, Judgement>();
  await eachOf(first, situation.client.concurrency * CHECKS_FOR_A_REQUEST, async (pair) => {
    const judgement = await check(pair.requirement, pair.version, situation);
    if (pair.requirement.compares && isViolated(judgement)) failing.set(pair, judgement);
    else conclude(pair, judgement);
  });
  const looks = new Looks(situation);
  for (const pair of first) {
    const judgement = failing.get(pair);
    if (judgement !== undefined) conclude(pair, await looks.confirmed(pair, judgement));
  }
  for (const pair of pairs.filter(({ requirement }) => requirement.runsLast)) {
    conclude(pair, await check(pair.requirement, pair.version, situation));
  }
}

/** Works on things in order, at most so many at a time. */
async function eachOf<T>(
  things: readonly T[],
  most: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const left = things.values();
  const workers = Array.from({ length: most }, async () => {
    for (const thing of left) await work(thing);
  });
  await Promise.all(workers);
}

function isViolated({ result: { verdict } }: Judgement): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** Checks again, one requirement after the other and each with a memory of its own. */
class Looks {
  /** How many requests were sent for this, by version. */
  readonly #sent = new Map<Version, number>();

  constructor(private readonly situation: Situation) {}

  /** Returns the final verdict for a pair that did not hold when it was first checked. */
  async confirmed(pair: Pair, first: Judgement): Promise<Judgement> {
    let failing = first;
    let why: string | undefined;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const judgement = await this.#look(pair);
      if (judgement.result.verdict === 'pass') return unsteady(judgement, failing);
      if (isViolated(judgement)) failing = judgement;
      else why = judgement.result.reason;
    }
    if (failing !== first) return failing;
    return { ...first, result: { ...first.result, reason: `seen once: ${why}` } };
  }

  async #look({ requirement, version }: Pair): Promise<Judgement> {
    const { client, instance } = this.situation;
    const sent = this.#sent.get(version) ?? 0;
    const before = client.traffic.requests;
    const afresh = { ...this.situation, instance: instance.unknown() };
    const judgement = await client.apart(MOST_REQUESTS - sent, () =>
      check(requirement, version, afresh),
    );
    this.#sent.set(version, sent + client.traffic.requests - before);
    return judgement;
  }
}

/** A pass with what a failing look saw, and the evidence for it. */
function unsteady(held: Judgement, { result, evidence }: Judgement): Judgement {
  const { exchanges, violations } = result;
  const [violation] = violations;
  return {
    ...held,
    result: { ...held.result, unsteady: violation?.message ?? 'a violation', exchanges },
    evidence,
  };
}
