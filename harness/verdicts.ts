import type { Version } from '../specification/versions.js';
import { check, type Judgement, note, type Situation } from './check.js';
import type { Apart } from './client/client.js';
import { collectionOf } from './client/read-memory.js';
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
  const early = pairs.filter(({ requirement }) => !requirement.runsLast);
  const doubts = new Map<Pair, Judgement>();
  await eachOf(early, situation.client.concurrency * CHECKS_FOR_A_REQUEST, async (pair) => {
    const first = await check(pair.requirement, pair.version, situation);
    if (pair.requirement.compares && (isViolated(first) || isOpen(first))) {
      doubts.set(pair, first);
    } else conclude(pair, first);
  });
  const looks = new Looks(situation);
  const changing = new Set<Version>();
  const lookAt = async (isDue: (pair: Pair, first: Judgement) => boolean) => {
    for (const pair of mustsFirst(early)) {
      const first = doubts.get(pair);
      if (first === undefined || !isDue(pair, first)) continue;
      doubts.delete(pair);
      const judgement = await looks.final(pair, first);
      if (judgement.result.unsteady !== undefined) changing.add(pair.version);
      conclude(pair, judgement);
    }
  };
  await lookAt((_, first) => isViolated(first));
  // What these rest on may have failed for that reason only.
  await lookAt(({ version }) => changing.has(version));
  for (const [pair, first] of doubts) conclude(pair, first);
  for (const pair of pairs.filter(({ requirement }) => requirement.runsLast)) {
    conclude(pair, await check(pair.requirement, pair.version, situation));
  }
}

/** In order, but a MUST before a SHOULD: the requests for looks may not be enough for both. */
function mustsFirst(pairs: readonly Pair[]): Pair[] {
  const isMust = ({ requirement }: Pair) => requirement.level === 'must';
  return [...pairs.filter(isMust), ...pairs.filter((pair) => !isMust(pair))];
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

function isOpen({ result: { verdict } }: Judgement): boolean {
  return verdict === 'inconclusive';
}

/** Checks again, one requirement after the other. */
class Looks {
  /** How many requests were sent for this, by version. */
  readonly #sent = new Map<Version, number>();

  constructor(private readonly situation: Situation) {}

  /** Returns the final verdict for a pair that did not hold, or was inconclusive, at first. */
  async final({ requirement, version }: Pair, first: Judgement): Promise<Judgement> {
    const { client, instance } = this.situation;
    const sent = this.#sent.get(version) ?? 0;
    const before = client.traffic.requests;
    const judgement = await client.apart(MOST_REQUESTS - sent, (apart) => {
      const look = () => {
        const situation = { ...this.situation, instance: instance.unknown() };
        return check(requirement, version, situation);
      };
      return this.#looks(first, look, apart);
    });
    this.#sent.set(version, sent + client.traffic.requests - before);
    return judgement;
  }

  /**
   * The first look reads the collections in question again. Its requests are known then, so the second
   * one sends them all at the same time. It is left out where the first came to the same verdict with
   * the same responses as before: then the instance has not changed.
   */
  async #looks(
    first: Judgement,
    look: () => Promise<Judgement>,
    { hasChanged, readAgain }: Apart,
  ): Promise<Judgement> {
    const { client } = this.situation;
    let last = first;
    let why: string | undefined;
    for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
      if (looks === 1) client.forgetReads(collectionsOf(first));
      else await readAgain(urlsInQuestion(last));
      const judgement = await look();
      const { verdict, reason } = judgement.result;
      if (verdict === 'pass' || verdict === 'observed') return unsteady(judgement, last);
      const isSame = verdict === last.result.verdict && !(await hasChanged());
      if (isViolated(judgement)) last = judgement;
      else why = reason;
      if (isSame) break;
    }
    if (last !== first || isOpen(first)) return last;
    return { ...first, result: { ...first.result, reason: `seen once: ${why}` } };
  }
}

/** The URLs of the requests that the violations are about. */
function urlsInQuestion({ result: { violations }, evidence }: Judgement): string[] {
  const numbers = violations.map(({ exchange }) => exchange);
  return evidence.filter(({ n }) => numbers.includes(n)).map(({ request }) => request.url);
}

/** The collections that a judgement is about; undefined if it does not say. */
function collectionsOf({ evidence }: Judgement): string[] | undefined {
  const collections = evidence.map(({ request }) => collectionOf(request.url));
  return collections.length === 0 ? undefined : [...new Set(collections)];
}

/** A pass, with what an earlier look saw instead and the evidence for that. */
function unsteady(held: Judgement, { result, evidence }: Judgement): Judgement {
  const { exchanges, violations, reason } = result;
  const seen = violations[0]?.message ?? reason ?? 'nothing';
  return { ...held, result: { ...held.result, unsteady: seen, exchanges }, evidence };
}
