import type { Answer } from './answer.js';

/** What a gateway says of a server that is down or slow tells nothing of the API. */
const OF_GATEWAYS = [502, 503, 504];

/** The server errors that requests of one method to one path were answered with, in whichever version. */
interface OfPath {
  /** Whether anything had been written when the first of them came. */
  isAfterWrite: boolean;
  /** The numbers of their exchanges. */
  exchanges: number[];
  /** The first of each version. */
  first: Map<string, Answer>;
}

/** Keeps of each path of the API, ids left open, which of its answers were server errors. */
export class ServerErrors {
  readonly #paths = new Map<string, OfPath>();
  #hasWritten = false;

  /** Takes note of an answer, if it is one. */
  look(answer: Answer): void {
    this.#hasWritten ||= !['GET', 'HEAD', 'OPTIONS'].includes(answer.method);
    if (answer.status < 500 || OF_GATEWAYS.includes(answer.status)) return;
    const { pathname } = new URL(answer.url);
    const [, version = '', path] = /\/api\/(\d\.\d)\/(.*)$/.exec(pathname) ?? [];
    if (path === undefined) return;
    const key = `${answer.method} ${path.replace(/(?<=^|\/)\d+(?=\/)/g, '{id}')}`;
    const isAfterWrite = this.#hasWritten;
    const fresh: OfPath = { isAfterWrite, exchanges: [], first: new Map() };
    const known = this.#paths.get(key) ?? fresh;
    this.#paths.set(key, known);
    known.exchanges.push(answer.exchange);
    if (!known.first.has(version)) known.first.set(version, answer);
  }

  /**
   * In one version, the first for each path of which none, in any version, is among those exchanges; with
   * `afterWrite` only for paths that did not fail before something was written.
   */
  besides(told: ReadonlySet<number>, version: string, afterWrite: boolean): Answer[] {
    return [...this.#paths.values()]
      .filter(({ isAfterWrite }) => isAfterWrite || !afterWrite)
      .filter(({ exchanges }) => !exchanges.some((exchange) => told.has(exchange)))
      .flatMap(({ first }) => first.get(version) ?? []);
  }
}
