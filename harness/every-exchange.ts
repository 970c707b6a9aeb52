import type { Exchange } from './report.js';

/**
 * All exchanges of a run, each once, in the order of the requests. Exchanges handed over between
 * phases occur several times; their numbers identify them.
 */
export function everyExchange(...recorded: (readonly Exchange[])[]): Exchange[] {
  const byNumber = new Map(recorded.flat().map((exchange) => [exchange.n, exchange]));
  return [...byNumber.values()].sort((a, b) => order(a.startedAt, b.startedAt) || a.n - b.n);
}

/** ISO 8601 times in UTC sort as strings. */
function order(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
