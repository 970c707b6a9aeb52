import PQueue from 'p-queue';
import { VERSIONS, type Version } from '../specification/versions.js';
import { broken, check, type Judgement, note } from './check.js';
import type { Apart } from './client/read-memory.js';
import { MOST_VIOLATIONS } from './pointed-to.js';
import { reported } from './reason.js';
import type { Requirement } from './requirement.js';
import type { Situation } from './situation.js';

/** Checks per simultaneous request: some checks wait for requests of others. */
const CHECKS_FOR_A_REQUEST = 3;

/** How often a requirement that does not hold is checked again. */
const MOST_LOOKS = 2;

/** The limit for the requests of these looks in one version. */
const MOST_REQUESTS = 200;

const SPENT = `the ${MOST_REQUESTS} requests for checking again were used up`;

/** A requirement and the version in which it is checked. */
export interface Pair {
  requirement: Requirement;
  version: Version;
}

/**
 * Checks requirements that only read, one version after the other. One that compares answers and does not
 * hold is checked again: the instance may have changed between the requests. If it holds then, it passes and
 * is unsteady. The requirements that run last in their version are checked after that. Each promise resolves as
 * soon as its verdict is final, and never rejects: what is thrown here is the verdict `error` of all that wait. Without
 * `rechecks` nothing is checked again.
 */
export function verdicts(
  pairs: readonly Pair[],
  situation: Situation,
  rechecks = true,
): Map<Pair, Promise<Judgement>> {
  const settle = new Map<Pair, (judgement: Judgement) => void>();
  const promised = (pair: Pair) =>
    new Promise<Judgement>((resolve) => void settle.set(pair, resolve));
  const settled = new Map(pairs.map((pair) => [pair, promised(pair)]));
  const conclude: Conclude = (pair, judgement) => {
    note(judgement, pair.requirement, situation);
    settle.get(pair)?.(judgement);
  };
  checkAll(pairs, situation, rechecks, conclude).catch((error: unknown) => {
    for (const [pair, end] of settle) end(broken(pair.requirement, pair.version, situation, error));
  });
  return settled;
}

type Conclude = (pair: Pair, judgement: Judgement) => void;

async function checkAll(
  pairs: readonly Pair[],
  situation: Situation,
  rechecks: boolean,
  conclude: Conclude,
): Promise<void> {
  for (const version of VERSIONS) {
    const own = pairs.filter((pair) => pair.version === version);
    await checkVersion(own, situation, rechecks, conclude);
    // The responses of all versions would need too much memory.
    situation.client.forgetVersion(version);
    situation.instance.forget();
  }
}

async function checkVersion(
  pairs: readonly Pair[],
  situation: Situation,
  rechecks: boolean,
  conclude: Conclude,
): Promise<void> {
  const early = pairs.filter(({ requirement }) => !requirement.runsLast);
  // A scan of whole lists takes long: what compares answers does not wait for it.
  const isScanning = ({ requirement }: Pair) =>
    situation.wholeLists !== undefined && requirement.scans === true;
  const inOrder = [...early].sort((a, b) => Number(isScanning(a)) - Number(isScanning(b)));
  const checkOnce = async (pair: Pair) => {
    const first = await check(pair.requirement, pair.version, situation);
    const isDoubtful = pair.requirement.compares && (isViolated(first) || isOpen(first));
    if (rechecks && isDoubtful) return [{ pair, first }];
    conclude(pair, first);
    return [];
  };
  const queue = new PQueue({ concurrency: situation.client.concurrency * CHECKS_FOR_A_REQUEST });
  const doubts = await queue.addAll(inOrder.map((pair) => () => checkOnce(pair))).finally(() => {
    // Where one of them threw, nothing is requested any more once the others are told.
    queue.clear();
    return queue.onIdle();
  });
  const due = doubts.flat().sort((a, b) => rankOf(b.first) - rankOf(a.first));
  const looks = new Looks(situation);
  let isChanging = false;
  for (const { pair, first } of due) {
    // What was inconclusive rests on other requests, which may have failed because the instance changed.
    const isDue: boolean = isViolated(first) || isChanging;
    const judgement: Judgement = isDue ? await looks.final(pair, first) : first;
    isChanging ||= judgement.result.unsteady !== undefined;
    conclude(pair, judgement);
  }
  for (const pair of pairs.filter(({ requirement }) => requirement.runsLast)) {
    conclude(pair, await check(pair.requirement, pair.version, situation));
  }
}

function isViolated({ result: { verdict } }: Judgement): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/**
 * In which order looks are made, since the requests for them may not be enough for all: a violated MUST comes first. A
 * change of the instance shows in many answers, a defect often in one.
 */
function rankOf({ result: { verdict, violations } }: Judgement): number {
  return ['warn', 'fail'].indexOf(verdict) * (MOST_VIOLATIONS + 1) + violations.length;
}

function isOpen({ result: { verdict } }: Judgement): boolean {
  return verdict === 'inconclusive';
}

/** Checks again in a version, one requirement after the other. */
class Looks {
  /** How many requests were sent for this. */
  #sent = 0;
  /** Whether one of them showed that a cache had answered before. */
  #hasCache = false;

  constructor(private readonly situation: Situation) {}

  /** Returns the final verdict for a pair that did not hold, or was inconclusive, at first. */
  async final({ requirement, version }: Pair, first: Judgement): Promise<Judgement> {
    const { client, instance } = this.situation;
    const before = client.traffic.requests;
    const judgement = await client.apart(MOST_REQUESTS - this.#sent, (apart) => {
      const look = () => {
        const situation = { ...this.situation, instance: instance.unknown() };
        return check(requirement, version, situation);
      };
      return this.#looks(first, look, requirement, apart);
    });
    this.#sent += client.traffic.requests - before;
    return judgement;
  }

  /**
   * The first look reads the collections in question again. Its requests are known then, so the second
   * one sends them all at the same time. It is left out where the first got the same responses as before: then
   * the instance has not changed. Each request in question is settled by itself: of several lists that change,
   * hardly all hold in one look.
   */
  async #looks(
    first: Judgement,
    look: () => Promise<Judgement>,
    { compares }: Requirement,
    { hasChanged, readAgain, wasCached, isCached, wasCut }: Apart & { wasCut(): boolean },
  ): Promise<Judgement> {
    const { client } = this.situation;
    const passed = async (judgement: Judgement) => {
      const isCachedBefore = await wasCached();
      this.#hasCache ||= isCachedBefore;
      // The plain requests, which clients send, go on to be answered so.
      return isCachedBefore && isViolated(last) ? undecided(last) : unsteady(judgement, last);
    };
    let last = first;
    let standing = isViolated(first) ? this.#inQuestion(first) : undefined;
    let why: string | undefined;
    for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
      if (looks === 1) client.forgetReads(first.collections);
      else await readAgain(this.#urls(last), compares === 'list' && isViolated(last));
      const judgement = await look();
      // Without some of its requests a check may pass by what it did not see.
      if (wasCut()) {
        why = SPENT;
        break;
      }
      const { verdict, reason } = judgement.result;
      if (verdict === 'pass' || verdict === 'observed') return passed(judgement);
      // The evidence of before has the plain URLs.
      if (verdict === last.result.verdict && !(await hasChanged())) {
        why = undefined;
        break;
      }
      if (isViolated(judgement)) {
        const now = this.#inQuestion(judgement);
        standing = standing?.filter((each) => now.includes(each)) ?? now;
        if (standing.length === 0) return passed(held(judgement));
        last = judgement;
      } else why = reason;
    }
    const isSeenOnce = last === first && why !== undefined;
    if (isViolated(last) && ((isSeenOnce && this.#hasCache) || (await isCached()))) {
      return undecided(last);
    }
    if (!isSeenOnce || isOpen(first)) return last;
    const reason = { code: 'seen-once', says: `seen once: ${why}` } as const;
    return { ...first, result: { ...first.result, ...reported(reason) } };
  }

  /**
   * What the violations are about: requests without their values, because a look finds out its values
   * again.
   */
  #inQuestion(judgement: Judgement): string[] {
    const { violations } = judgement.result;
    const forms = this.#urls(judgement).map(withoutValues);
    const isAll = violations.length < MOST_VIOLATIONS && forms.length === violations.length;
    return isAll ? forms : [...forms, 'others'];
  }

  /** The URLs of the requests that the violations are about. */
  #urls({ result: { violations } }: Judgement): string[] {
    return violations.flatMap(
      ({ exchange }) => this.situation.client.records.plain(exchange ?? -1)?.url ?? [],
    );
  }
}

/** A URL without ids and without the values of its parameters; that of `order` is a field. */
function withoutValues(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replaceAll(/\/\d+(?=\/)/g, '/N');
  const field = searchParams.get('order')?.replace('-', '') ?? '';
  return [path, ...[...searchParams.keys()].sort(), field].join(' ');
}

/** A pass, because another look settled each violation. */
function held(judgement: Judgement): Judgement {
  return { ...judgement, result: { ...judgement.result, verdict: 'pass', violations: [] } };
}

/** What did not hold where a cache answers: responses of different ages prove nothing. */
function undecided(judgement: Judgement): Judgement {
  const what = judgement.result.violations[0]?.message;
  const says = `cached answers: what is compared may be of different ages, from a cache in front: ${what}`;
  const reason = reported({ code: 'cached-answers', says });
  return {
    ...judgement,
    result: { ...judgement.result, verdict: 'inconclusive', violations: [], ...reason },
  };
}

/** A pass, with what an earlier look saw instead and the evidence for that. */
function unsteady(pass: Judgement, { result, evidence }: Judgement): Judgement {
  const { exchanges, violations, reason } = result;
  const seen = violations[0]?.message ?? reason ?? 'nothing';
  return { ...pass, result: { ...pass.result, unsteady: seen, exchanges }, evidence };
}
