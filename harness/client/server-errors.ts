import type { Answer } from './answer.js';
import { UNKNOWN_ID } from './permitted-writes.js';

/** What a gateway says of a server that is down or slow tells nothing of the API. */
const OF_GATEWAYS = [502, 503, 504];

/** No instance needs to answer so often with errors to be told of. */
const MOST_KEPT = 1000;

/** What cuts a list into pages; whatever else it is asked for may be what breaks it. */
const OF_PAGES = ['page', 'per_page'];

/** A server error of the API, as far as a finding needs it. */
export interface ServerError extends Pick<Answer, 'exchange' | 'method' | 'url' | 'status'> {
  version: string;
  /** The path below the version, ids left open: `covers/{id}/comments/`. */
  path: string;
  /** The names of the parameters that say what is wanted. */
  parameters: readonly string[];
  /** Whether it may have failed before anything was written: what is read had not worked before, or had failed. */
  isOld: boolean;
}

/** Keeps the server errors that requests to the API were answered with. */
export class ServerErrors {
  readonly #errors: ServerError[] = [];
  /** What was read without a server error: as whom, which path, and whether of an id that nothing has. */
  readonly #worked = new Set<string>();
  #hasWritten = false;

  /** Takes note of an answer, if it is one. */
  look({ exchange, method, role, url, status }: Answer): void {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
    this.#hasWritten ||= !isRead;
    if (OF_GATEWAYS.includes(status) || this.#errors.length >= MOST_KEPT) return;
    const { pathname, searchParams } = new URL(url);
    const [, version = '', below] = /\/api\/(\d+\.\d+)\/(.*)$/.exec(pathname) ?? [];
    if (below === undefined) return;
    const path = below.replace(/(?<=^|\/)\d+(?=\/)/g, '{id}');
    const parameters = [...searchParams.keys()].filter((name) => !OF_PAGES.includes(name));
    // That a comment was read before says nothing of what nobody has.
    const isOfNothing = below.split('/').includes(String(UNKNOWN_ID));
    const read = [role, path, isOfNothing].join(' ');
    if (status < 500) {
      if (isRead) this.#worked.add(read);
      return;
    }
    const isOld =
      !this.#hasWritten ||
      (isRead && !this.#worked.has(read)) ||
      this.#errors.some((each) => each.isOld && each.path === path);
    this.#errors.push({ exchange, method, url, status, version, path, parameters, isOld });
  }

  /**
   * Those of reads in one version that are told of by none of those exchanges, the first of each path. A
   * path is told of in all versions at once, and so is a parameter, which may break one list after the other.
   */
  ofReads(told: ReadonlySet<number>, version: string): ServerError[] {
    const known = this.#errors.filter(({ exchange }) => told.has(exchange));
    const isTold = ({ path, parameters }: ServerError) =>
      known.some(
        (each) => each.path === path || each.parameters.some((name) => parameters.includes(name)),
      );
    return firstOfPaths(this.#errors.filter((each) => each.version === version && !isTold(each)));
  }

  /**
   * Those since something was written. What is written to one object may break all that reads it, which is one
   * thing; but a write is told of by one of the same method and path only.
   */
  ofWrites(told: ReadonlySet<number>, version: string): ServerError[] {
    const kindOf = ({ method, path }: ServerError) =>
      method === 'GET' ? `GET ${path.split('/')[0]}` : `${method} ${path}`;
    const known = this.#errors.filter(({ exchange }) => told.has(exchange)).map(kindOf);
    const untold = this.#errors.filter((each) => !each.isOld && !known.includes(kindOf(each)));
    const own = untold.filter((each) => each.version === version);
    return own.filter(
      (error, index) => own.findIndex((each) => kindOf(each) === kindOf(error)) === index,
    );
  }
}

function firstOfPaths(errors: readonly ServerError[]): ServerError[] {
  return errors.filter((error, index) => {
    return errors.findIndex(({ path }) => path === error.path) === index;
  });
}
