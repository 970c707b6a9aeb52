import type { Difference } from './result.js';

/** How many times slower than all requests an endpoint has to be. */
const TIMES = 3;

/** Below this, differences between two answers are chance. */
const LEAST_MS = 50;

/** The share of answers that are the fast ones. */
const FAST = 0.1;

/** Answers that an endpoint needs to be compared. */
const FEWEST = 5;

/** The times of both answers to one request. */
interface Times {
  endpoint: string;
  old: number;
  new: number;
}

/** Collects the times of answers. */
export class Latency {
  readonly #times: Times[] = [];

  /** Adds the times of the answers to one request, in milliseconds. */
  add(endpoint: string, old: number, received: number): void {
    this.#times.push({ endpoint, old, new: received });
  }

  /** The medians of all answers. */
  medians(): { old: number; new: number } {
    return mediansOf(this.#times);
  }

  /**
   * Endpoints that are more than three times slower on the new instance, after what makes all of its answers
   * slower is taken out: another machine, a cold cache.
   */
  slower(): Difference[] {
    const all = this.medians();
    const usual = Math.max(1, all.new) / Math.max(1, all.old);
    return [...new Set(this.#times.map(({ endpoint }) => endpoint))].flatMap((endpoint) => {
      const own = this.#times.filter((each) => each.endpoint === endpoint);
      const { old, new: received } = mediansOf(own);
      const times = received / Math.max(1, old) / usual;
      if (own.length < FEWEST || times <= TIMES || received - old < LEAST_MS) return [];
      // Some slow answers are chance; where nearly all of them are slow, it is the endpoint.
      const fast = mediansOf(own, FAST);
      if (fast.new / Math.max(1, fast.old) / usual <= TIMES) return [];
      return [
        {
          kind: 'latency',
          endpoints: [endpoint],
          places: ['time'],
          versions: [],
          requests: own.length,
          clients: [],
          example: {
            request: endpoint,
            role: 'anonymous',
            where: `median of ${own.length} answers`,
            old: `${old} ms (all requests: ${all.old} ms)`,
            new: `${received} ms (all requests: ${all.new} ms)`,
          },
        },
      ];
    });
  }
}

/** The times below which a share of all is: half of them for the medians. */
function mediansOf(times: readonly Times[], share = 0.5): { old: number; new: number } {
  const at = (numbers: number[]) => {
    const sorted = numbers.sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)] ?? 0;
  };
  return { old: at(times.map((each) => each.old)), new: at(times.map((each) => each.new)) };
}
