import type { Client } from './client/client.js';
import { collectionOf } from './client/read-memory.js';
import type { Requirement } from './requirement.js';
import { leadsTo } from './target.js';
import type { Mismatch } from './violation.js';

// What a result points to, found by the URLs as they were sent: those on record are masked.

/** How many violations of one requirement in one version are reported. */
export const MOST_VIOLATIONS = 20;

/** How many exchanges a result refers to. */
const MOST_EXCHANGES = 8;

/**
 * The exchanges of the mismatches, then all others of the check, sorted by URL because the order of
 * responses differs from run to run.
 */
export function pointedTo(
  mismatches: readonly Mismatch[],
  evidence: Set<number>,
  client: Client,
): number[] {
  const named = mismatches
    .slice(0, MOST_VIOLATIONS)
    .flatMap(({ exchange = -1 }) => [client.records.writeBefore(exchange) ?? [], exchange].flat())
    .filter((n) => n >= 0);
  const address = (n: number) => client.records.plain(n)?.url ?? '';
  const byAddress = (a: number, b: number) => (address(a) < address(b) ? -1 : 1);
  // What is no text may have a `toString` of its own, which is not to be called.
  const links = mismatches.flatMap(({ received }) =>
    typeof received === 'string' ? [received] : [],
  );
  const followed = [...evidence].filter((n) => links.some((link) => leadsTo(link, address(n))));
  const rest = [...evidence].sort(byAddress);
  return [...new Set([...named, ...followed, ...rest])].slice(0, MOST_EXCHANGES);
}

/** The collections that a check compared, such as `patches`; undefined if it read none. */
export function collectionsOf(
  { compares }: Requirement,
  mismatches: readonly Mismatch[],
  evidence: Set<number>,
  client: Client,
): string[] | undefined {
  const wrong = mismatches.flatMap(({ exchange }) => exchange ?? []);
  const isEnough = compares === 'list' && wrong.length > 0;
  const numbers = isEnough ? wrong : [...evidence, ...wrong];
  const read = numbers.flatMap((n) => client.records.plain(n)?.url ?? []);
  if (read.length === 0) return undefined;
  return [...new Set(read.map(collectionOf))];
}
