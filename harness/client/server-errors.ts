import type { Answer } from './answer.js';
import { UNKNOWN_ID } from './permitted-writes.js';

/** Statuses of gateways, which say nothing about the API; from 520 on those of Cloudflare. */
const OF_GATEWAYS = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526];

/** The limit for stored server errors. */
const MOST_KEPT = 1000;

/** The paging parameters; any other parameter may be the cause of an error. */
const OF_PAGES = ['page', 'per_page'];

/** A server error of the API. */
export interface ServerError extends Pick<Answer, 'exchange' | 'method' | 'url' | 'status'> {
  version: string;
  /** The path below the version, without ids: `covers/{id}/comments/`. */
  path: string;
  /** The parameters other than paging. */
  parameters: readonly string[];
  /**
   * Whether it may have occurred before any write: the read had not succeeded before, or had
   * failed.
   */
  isOld: boolean;
}

/** Stores the server errors of requests to the API. */
export class ServerErrors {
  readonly #errors: ServerError[] = [];
  /** Reads that succeeded: role, path, and whether the id was unknown. */
  readonly #worked = new Set<string>();
  #hasWritten = false;

  /** Stores a response if it is a server error. */
  look({ exchange, method, role, url, status }: Answer): void {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
    this.#hasWritten ||= !isRead;
    if (OF_GATEWAYS.includes(status) || this.#errors.length >= MOST_KEPT) return;
    const { pathname, searchParams } = new URL(url);
    const [, version = '', below] = /\/api\/(\d+\.\d+)\/(.*)$/.exec(pathname) ?? [];
    if (below === undefined) return;
    const path = below.replace(/(?<=^|\/)-?\d+(?=\/)/g, '{id}');
    const parameters = [...searchParams.keys()].filter((name) => !OF_PAGES.includes(name));
    // A read with an existing id says nothing about one with an unknown id.
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
   * The server errors of reads in one version that none of these exchanges has reported, the first
   * per path. A reported path counts for all versions, and so does a parameter, which may break
   * several lists.
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
   * The server errors since the first write. A write to one object may break all reads of it, which
   * counts as one; but a write is reported only by one of the same method and path.
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
