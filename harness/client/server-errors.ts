import type { Answer } from './answer.js';

/** What a gateway says of a server that is down or slow tells nothing of the API. */
const OF_GATEWAYS = [502, 503, 504];

/** The server errors that requests of one method below one path were answered with. */
export interface ServerError {
  /** The first of them. */
  answer: Answer;
  /** The numbers of the exchanges. */
  exchanges: number[];
}

/** Keeps of each path of the API, ids left open, which of its answers were server errors. */
export class ServerErrors {
  readonly #known = new Map<string, ServerError>();

  /** Takes note of an answer, if it is one. */
  look(answer: Answer): void {
    if (answer.status < 500 || OF_GATEWAYS.includes(answer.status)) return;
    const key = `${answer.method} ${pathOf(answer)}`;
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, { answer, exchanges: [answer.exchange] });
    else known.exchanges.push(answer.exchange);
  }

  /** Those of one version, in the order of their first answers. */
  in(version: string): ServerError[] {
    const isOwn = ({ answer }: ServerError) => pathOf(answer).includes(`/api/${version}/`);
    return [...this.#known.values()].filter(isOwn);
  }
}

/** The path, with whatever stands for an object left open. */
function pathOf({ url }: Answer): string {
  return new URL(url).pathname.replace(/\/\d+(?=\/)/g, '/{id}');
}
