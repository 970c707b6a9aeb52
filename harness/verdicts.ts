import type { Version } from '../specification/versions.js';
import { check, type Judgement, note, type Situation } from './check.js';
import { type Client, collectionOf } from './client/client.js';
import type { Requirement } from './requirement.js';

/** Checks per simultaneous request: some checks wait for requests of others. */
const CHECKS_FOR_A_REQUEST = 3;

/** Forgets or repeats reads before a check, those of the collections that violations are about. */
type Preparation = (client: Client, collections: readonly string[]) => Promise<void> | void;

/**
 * What is read again for each look: the collections in question, as the check goes and, as the
 * requests are known then, all at the same time; for the second look everything.
 */
const LOOKS: readonly (readonly Preparation[])[] = [
  [
    (client, collections) => client.forgetReads(collections),
    (client, collections) => client.readAgain(collections),
    (client, collections) => client.readAgain(collections),
  ],
  [(client) => client.forgetReads()],
];

/**
 * The same for what was inconclusive, where other requirements showed that the instance changes: what
 * it rests on may have failed for that reason only.
 */
const LOOK_AT_OPEN: readonly Preparation[] = [
  (client) => client.forgetReads(),
  (client, collections) => client.readAgain(collections),
];

/** The limit for the requests of these looks in one version. */
const MOST_REQUESTS = 200;

/** A requirement and the version in which it is checked. */
export interface Pair {
  requirement: Requirement;
  version: Version;
}

/** A pair that did not hold, or was inconclusive, when it was first checked. */
interface Doubt {
  pair: Pair;
  first: Judgement;
  /** The last look that found a violation; without one, the first. */
  last: Judgement;
  /** Why a look counts for nothing. */
  why?: string | undefined;
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
  const doubts = new Map<Pair, Doubt>();
  await eachOf(early, situation.client.concurrency * CHECKS_FOR_A_REQUEST, async (pair) => {
    const first = await check(pair.requirement, pair.version, situation);
    if (pair.requirement.compares && (isViolated(first) || isOpen(first))) {
      doubts.set(pair, { pair, first, last: first });
    } else conclude(pair, first);
  });
  const looks = new Looks(situation);
  const changing = new Set<Version>();
  const lookAt = async (isDue: (doubt: Doubt) => boolean, preparations: readonly Preparation[]) => {
    for (const pair of mustsFirst(early)) {
      const doubt = doubts.get(pair);
      const held = doubt && isDue(doubt) && (await looks.look(doubt, preparations));
      if (!held) continue;
      doubts.delete(pair);
      changing.add(pair.version);
      conclude(pair, held);
    }
  };
  for (const preparations of LOOKS) await lookAt(({ first }) => isViolated(first), preparations);
  await lookAt(({ first, pair }) => isOpen(first) && changing.has(pair.version), LOOK_AT_OPEN);
  for (const [pair, doubt] of doubts) conclude(pair, remaining(doubt));
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

  /** Returns a pass if the requirement holds now, and otherwise keeps what was seen. */
  async look(doubt: Doubt, preparations: readonly Preparation[]): Promise<Judgement | undefined> {
    const { client, instance } = this.situation;
    const { requirement, version } = doubt.pair;
    const sent = this.#sent.get(version) ?? 0;
    const before = client.traffic.requests;
    const held = await client.apart(MOST_REQUESTS - sent, async () => {
      for (const prepare of preparations) {
        await prepare(client, collectionsOf(doubt.last));
        const situation = { ...this.situation, instance: instance.unknown() };
        const judgement = await check(requirement, version, situation);
        const { verdict } = judgement.result;
        if (verdict === 'pass' || verdict === 'observed') return unsteady(judgement, doubt.last);
        if (isViolated(judgement)) doubt.last = judgement;
        else doubt.why = judgement.result.reason;
      }
      return undefined;
    });
    this.#sent.set(version, sent + client.traffic.requests - before);
    return held;
  }
}

/** The collections that the violations are about. */
function collectionsOf({ result: { violations }, evidence }: Judgement): string[] {
  const numbers = violations.map(({ exchange }) => exchange);
  const own = evidence.filter(({ n }) => numbers.includes(n));
  return [...new Set(own.map(({ request }) => collectionOf(request.url)))];
}

/** The verdict for a pair that held at no look. */
function remaining({ first, last, why }: Doubt): Judgement {
  if (last !== first || isOpen(first)) return last;
  return { ...first, result: { ...first.result, reason: `seen once: ${why}` } };
}

/** A pass with what a look saw that was none, and the evidence for it. */
function unsteady(held: Judgement, { result, evidence }: Judgement): Judgement {
  const { exchanges, violations, reason } = result;
  const seen = violations[0]?.message ?? reason ?? 'nothing';
  return { ...held, result: { ...held.result, unsteady: seen, exchanges }, evidence };
}
