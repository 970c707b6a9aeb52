import { resultOn } from '../../analysis/client-profile/answer-need.js';
import type { Basis } from '../../analysis/client-profile/basis.js';
import { basesOf } from '../../analysis/client-profile/vocabulary.js';
import { GROUPS, readProfiles } from '../../cli/catalogue.js';
import type { Fault } from '../../fixtures/faults/fault.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeManyState, makeState } from '../../fixtures/reference/data/state.js';
import { likeClientsNeed } from '../../fixtures/reference/like/like-release.js';
import { withoutSeries } from '../../fixtures/reference/like/old-patch.js';
import type { State } from '../../fixtures/reference/model.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Result } from '../../harness/report.js';
import type { Need } from '../../harness/requirement.js';
import type { Verdict } from '../../harness/verdict.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { judged, type Wanted } from './evaluation.js';

/** Requirement ids, each with the versions that have the verdict. */
export type Rows = Record<string, Version[]>;

/** The results of the suite on an instance with a fault. */
export interface Finding {
  /** Requirements that fail or warn. */
  failing: Rows;
  inconclusive: Rows;
  /** Suite errors; there must be none. */
  error: Rows;
  /**
   * On the reference without a fault: the requirements whose pass rests on a single answer or element in some version, or
   * on none, and on how many.
   */
  thin?: Record<string, number>;
  /** The clients that no longer work, for a variant that breaks clients. */
  breaks?: string[];
}

/** The number of patches for which a usual run reads less than half of each list. */
const MANY = 1500;

/**
 * The results of the suite on the reference with a fault, or without any. A version has the same results
 * whether others are tested or not, so a fault is tried in the newest versions of the requirements that it
 * names, and in all if one of these does not fail there.
 */
export async function findingOf(fault: Fault | undefined): Promise<Finding> {
  const wanted = wantedFor(fault);
  const versions = fault === undefined ? [] : newestOf(fault);
  if (versions.length > 0) {
    const finding = await foundIn(fault, { ...wanted, versions });
    if (fault?.detectedBy.every((id) => Object.hasOwn(finding.failing, id))) return finding;
  }
  return foundIn(fault, wanted);
}

/** Empty for variants that break clients: a client may break in an older version only. */
function newestOf({ detectedBy, breaksClients }: Fault): Version[] {
  if (breaksClients) return [];
  const named = GROUPS.flatMap(({ requirements }) =>
    requirements.filter(({ id }) => detectedBy.includes(id)),
  );
  return VERSIONS.filter((version) => named.some((each) => each.versions.at(-1) === version));
}

/**
 * Starts the reference with a fault, runs the suite on it and stops it. A fault of long lists gets an
 * instance that has them. Rejects with an OwnMistake if the code of the fault throws anything but a Crash.
 */
export async function foundIn(fault: Fault | undefined, wanted: Wanted): Promise<Finding> {
  const behaviour = soundBehaviour();
  // Clients were written for deployed releases.
  if (wanted.contracts) likeClientsNeed(behaviour);
  fault?.apply(behaviour);
  const reference = await startReference({ behaviour, state: stateFor(wanted) });
  try {
    const least = new Map<string, number>();
    const results = await judged(reference, wanted, ({ result, compared }) => {
      if (result.verdict !== 'pass' || compared === undefined) return;
      const count = compared.answers + compared.elements;
      least.set(result.requirement, Math.min(count, least.get(result.requirement) ?? count));
    });
    const [mistake] = reference.mistakes;
    if (mistake !== undefined) throw new OwnMistake(fault, mistake);
    return {
      failing: rowsWith(results, 'fail', 'warn'),
      inconclusive: rowsWith(results, 'inconclusive'),
      error: rowsWith(results, 'error'),
      ...(fault === undefined && { thin: thinIn(least) }),
      breaks: wanted.contracts ? brokenBy(results) : undefined,
    };
  } finally {
    await reference.stop();
  }
}

function thinIn(least: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...least].filter(([, count]) => count < 2).sort());
}

function stateFor({ scan, contracts }: Wanted): State {
  if (scan !== undefined) return makeManyState(MANY);
  const state = makeState();
  if (contracts) withoutSeries(state);
  return state;
}

/** The clients whose profiles answer no by the results of client contracts. */
function brokenBy(results: readonly Result[]): string[] {
  const profiles = readProfiles().map(({ profile }) => profile);
  const broken = profiles.filter(({ needs }) =>
    needs
      .filter(({ degrades }) => degrades === undefined)
      .flatMap(basesOf)
      .some((basis) => results.some((result) => isUnmet(basis, result))),
  );
  return broken.map(({ name }) => name).sort();
}

function isUnmet(basis: Basis, result: Result): boolean {
  if (basis.by === 'field' || !basis.ids.includes(result.requirement)) return false;
  const { verdict, observed } = resultOn(basis.fields, result);
  if (verdict === 'observed') return basis.tell?.(observed).answer === 'no';
  return verdict === 'fail' || verdict === 'warn';
}

/** A mistake in the code of a fault. Its 500 must not be taken for the effect of the fault. */
class OwnMistake extends Error {
  override readonly name = 'OwnMistake';

  constructor(fault: Fault | undefined, cause: Error) {
    const whose = fault === undefined ? 'the reference' : `the fault ${fault.id}`;
    super(`${whose} itself threw an exception: ${cause.name}: ${cause.message}`, { cause });
    // Keeps the stack of the original exception.
    this.stack = `${this.message}\n${(cause.stack ?? '').split('\n').slice(1).join('\n')}`;
  }
}

/** Sorted by id, so that two findings can be compared as text. */
function rowsWith(results: readonly Result[], ...verdicts: Verdict[]): Rows {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  const ids = [...new Set(found.map(({ requirement }) => requirement))].sort();
  const versionsOf = (id: string) =>
    VERSIONS.filter((version) =>
      found.some((each) => each.requirement === id && each.version === version),
    );
  return Object.fromEntries(ids.map((id) => [id, versionsOf(id)]));
}

/** More random queries per list, and sequences of writes, than a usual run tries. */
const THOROUGH = 6;

/** Every requirement, writes included. */
const EVERYTHING: Wanted = { thorough: THOROUGH, writes: {}, hazardous: true };

/** For variants that break clients: the client contracts, with writes. */
const CONTRACTS: Wanted = { contracts: true, writes: {} };

/** For faults of long lists: every read-only requirement and an exhaustive scan. */
const WHOLE_LISTS: Wanted = { thorough: THOROUGH, scan: {} };

/** The groups whose requirements try more if a run is thorough. */
const RANDOM = ['combinations', 'write-sequences'];

/**
 * Returns the run that evaluates a fault: writes, hazardous inputs and many random queries only if a
 * requirement that the fault names needs them, because they are most of the cost. The reference without a
 * fault, and a fault that names nothing, get everything.
 */
export function wantedFor(fault: Fault | undefined): Wanted {
  if (fault?.breaksClients) return CONTRACTS;
  if (fault?.exhaustive) return WHOLE_LISTS;
  if (fault === undefined || fault.detectedBy.length === 0) return EVERYTHING;
  const named = GROUPS.flatMap(({ name, requirements }) =>
    requirements
      .filter(({ id }) => fault.detectedBy.includes(id))
      .map(({ needs }) => ({ needs, isRandom: RANDOM.includes(name) })),
  );
  const needed = (need: Need) => named.some(({ needs }) => needs.includes(need));
  return {
    thorough: named.some(({ isRandom }) => isRandom) ? THOROUGH : undefined,
    writes: needed('writes') ? {} : undefined,
    hazardous: needed('hazardous-inputs'),
  };
}
