import type { Answer } from './answer.js';
import { isRead } from './request.js';

/** The first status of gateways, which say nothing about the API. */
const OF_GATEWAYS = 502;

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
  /** Whether it occurred before any write, or on a path that failed before any. */
  isOld: boolean;
}

/** Stores the server errors of requests to the API. */
export class ServerErrors {
  readonly #errors: ServerError[] = [];
  #hasWritten = false;

  /** Stores a response if it is a server error. */
  look({ exchange, method, url, status }: Answer): void {
    this.#hasWritten ||= !isRead(method);
    if (status < 500 || status >= OF_GATEWAYS || this.#errors.length >= MOST_KEPT) return;
    const { pathname, searchParams } = new URL(url);
    const [, version = '', below] = /\/api\/(\d+\.\d+)\/(.*)$/.exec(pathname) ?? [];
    if (below === undefined) return;
    const path = below.replace(/(?<=^|\/)-?\d+(?=\/)/g, '{id}');
    const parameters = [...searchParams.keys()].filter((name) => !OF_PAGES.includes(name));
    const isOld =
      !this.#hasWritten || this.#errors.some((each) => each.isOld && each.path === path);
    this.#errors.push({ exchange, method, url, status, version, path, parameters, isOld });
  }

  /**
   * The server errors in one version that none of these exchanges has reported, the first of each path: those of
   * reads or, if `ofWrites`, those since the first write. A reported path counts for all versions, and so does a
   * parameter of a read, which may break several lists. A write to one object may break all reads of its
   * collection, which counts as one.
   */
  unreported(told: ReadonlySet<number>, version: string, ofWrites: boolean): ServerError[] {
    const kindOf = ({ method, path }: ServerError) => {
      if (!ofWrites) return path;
      return method === 'GET' ? `GET ${path.split('/')[0]}` : `${method} ${path}`;
    };
    const known = this.#errors.filter(({ exchange }) => told.has(exchange));
    const parameters = ofWrites ? [] : known.flatMap((each) => each.parameters);
    const kinds = new Set(known.map(kindOf));
    return this.#errors.filter((error) => {
      const isOther = error.version !== version || (ofWrites && error.isOld);
      if (isOther || error.parameters.some((name) => parameters.includes(name))) return false;
      const isNew = !kinds.has(kindOf(error));
      kinds.add(kindOf(error));
      return isNew;
    });
  }
}
