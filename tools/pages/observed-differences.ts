import { isObject } from '../../harness/place.js';
import type { ReleaseRun } from './release-runs.js';

/** A part of an observation that is not the same in all releases. */
export interface ObservedDifference {
  requirement: string;
  /** The key in the observed object; empty if it is no object. */
  key: string;
  /** What was observed, and in which releases. */
  values: { value: string; releases: string[] }[];
}

/** What is decided by chance. */
const BY_CHANCE = ['bundle.update.simultaneous'];

/** Values of one key: by release, then by version. */
type Seen = Map<string, Map<string, string>>;

/** Lists what the releases answer differently where the specification is silent. */
export function observedDifferences(runs: readonly ReleaseRun[]): ObservedDifference[] {
  const all = new Map<string, { requirement: string; key: string; seen: Seen }>();
  for (const { name, report } of runs) {
    for (const { requirement, version, observed } of report.results) {
      if (observed === undefined || BY_CHANCE.includes(requirement)) continue;
      for (const [key, value] of partsOf(observed)) {
        const id = `${requirement} ${key}`;
        const entry = all.get(id) ?? { requirement, key, seen: new Map() };
        const versions = entry.seen.get(name) ?? new Map<string, string>();
        entry.seen.set(name, versions.set(version, value));
        all.set(id, entry);
      }
    }
  }
  return [...all.values()]
    .filter(({ seen }) => differs(seen))
    .map(({ requirement, key, seen }) => ({ requirement, key, values: valuesOf(seen) }));
}

function partsOf(observed: unknown): [key: string, value: string][] {
  const parts = isObject(observed) ? Object.entries(observed) : [['', observed] as const];
  return parts.map(([key, value]) => [key, textOf(value)]);
}

/** Numbers of items, zero apart, depend on the data and on the writes of the run before. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.replace(/(?<=items: .*)[1-9]\d*|[1-9]\d*(?= items)/g, 'n');
}

/** Whether two releases differ: in a version that both were asked in, or else in all that they answer. */
function differs(seen: Seen): boolean {
  const all = [...seen.values()];
  return all.some((one, index) => all.slice(index + 1).some((other) => areDifferent(one, other)));
}

function areDifferent(one: Map<string, string>, other: Map<string, string>): boolean {
  const common = [...one.keys()].filter((version) => other.has(version));
  if (common.length > 0) return common.some((version) => one.get(version) !== other.get(version));
  const values = new Set(one.values());
  return ![...other.values()].some((value) => values.has(value));
}

function valuesOf(seen: Seen): ObservedDifference['values'] {
  const values = new Map<string, string[]>();
  for (const [name, versions] of seen) {
    for (const value of new Set(versions.values())) {
      values.set(value, [...(values.get(value) ?? []), name]);
    }
  }
  return [...values].map(([value, releases]) => ({ value, releases }));
}
