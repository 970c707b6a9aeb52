import type { Exchange } from './report.js';

/**
 * All that a run exchanged, each once, in the order in which the requests went out. What the worker
 * took over from the command, and what both phases took over, comes several times; numbers tell.
 */
export function everyExchange(...recorded: (readonly Exchange[])[]): Exchange[] {
  const byNumber = new Map(recorded.flat().map((exchange) => [exchange.n, exchange]));
  return [...byNumber.values()].sort((a, b) => order(a.startedAt, b.startedAt) || a.n - b.n);
}

/** Moments in ISO 8601 and UTC are in order as texts are. */
function order(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
