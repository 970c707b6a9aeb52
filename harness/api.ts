import type { Version } from '../specification/versions.js';
import { type Answer, redirectOf } from './client/answer.js';
import type { Client } from './client/client.js';
import { keyOf } from './client/read-memory.js';
import type { Read, UnstoredResponse } from './client/request.js';
import { TransportError } from './client/transport-error.js';
import { elements, type Seen, seen } from './place.js';
import type { Role } from './role.js';
import { inconclusive, unanswered } from './violation.js';

/**
 * A text of the instance as part of a path. Inconclusive if it has half a surrogate pair, which no URL can name.
 */
export function segment(text: string): string {
  return encodeURIComponent(sendable(text));
}

function sendable(text: string): string {
  if (text.isWellFormed()) return text;
  return inconclusive(
    `${JSON.stringify(text)} is no text that a URL can have (half a surrogate pair)`,
  );
}

/** Query parameters; an array repeats one, and `undefined` leaves it out. */
export type Query = Record<string, string | number | (string | number)[] | undefined>;

/** The options of a read. */
export type ReadOptions = Pick<
  Read,
  'method' | 'headers' | 'scheme' | 'lowerCase' | 'corrupted' | 'authorization'
> & {
  query?: Query;
};

/**
 * One version of the API, as one role. Paths are relative to `/api/{v}/`. Every exchange of a check
 * is recorded as its evidence; what is read for no single check has none.
 */
export class Api {
  constructor(
    readonly version: Version,
    readonly role: Role,
    private readonly client: Client,
    private readonly evidence = new Set<number>(),
    private readonly signedInAs = role,
    private readonly isVersioned = true,
  ) {}

  /** The same API as another role. */
  as(role: Role): Api {
    const { version, client, evidence, signedInAs, isVersioned } = this;
    return new Api(version, role, client, evidence, signedInAs, isVersioned);
  }

  /** The same API as the authenticated role of the run; for requirements that need `signed-in`. */
  signedIn(): Api {
    return this.as(this.signedInAs);
  }

  /** The same API without evidence, for reads shared by many checks. */
  unnoted(): Api {
    const { version, role, client, signedInAs, isVersioned } = this;
    return new Api(version, role, client, new Set(), signedInAs, isVersioned);
  }

  /** The API without a version in its URLs, which is the latest version. */
  unversioned(): Api {
    return new Api(this.version, this.role, this.client, this.evidence, this.signedInAs, false);
  }

  /** Another version of the same instance. */
  in(version: Version): Api {
    return new Api(version, this.role, this.client, this.evidence, this.signedInAs);
  }

  /** The URL path of a collection or object of this version, below the base URL. */
  path(path: string, query: Query = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined) continue;
      for (const one of Array.isArray(value) ? value : [value]) {
        search.append(name, sendable(String(one)));
      }
    }
    const tail = search.size > 0 ? `?${search}` : '';
    return `/api/${this.isVersioned ? `${this.version}/` : ''}${path}${tail}`;
  }

  /**
   * GETs a path of this version and returns any response. Redirects are not followed, except that a path without a
   * version may lead to the latest one by a redirect (docs/api.md, "Versioning").
   */
  async get(path: string, { query, ...options }: ReadOptions = {}): Promise<Answer> {
    const answer = await this.follow(this.path(path, query), options);
    if (this.isVersioned || options.method === 'OPTIONS') return answer;
    const there = redirectOf(answer);
    return there?.startsWith(`${this.client.origin.base}/api/`)
      ? this.follow(there, options)
      : answer;
  }

  /** GETs a path of this version whose response is used once, such as a page of a long list; it is not stored. */
  getUnstored(path: string, query: Query): Promise<UnstoredResponse> {
    return this.client.readUnstored({ role: this.role, url: this.path(path, query) });
  }

  /** GETs a URL from a response, or a path below the base URL. Never leaves the instance. */
  async follow(url: string, options: Omit<ReadOptions, 'query'> = {}): Promise<Answer> {
    const read: Read = { role: this.role, url, ...options };
    const lost = this.client.lostIn(this.version);
    try {
      const answer = await this.client.read(read);
      lost.delete(keyOf(read));
      this.note(answer);
      return answer;
    } catch (error) {
      if (error instanceof TransportError) lost.set(keyOf(read), error);
      throw error;
    }
  }

  /**
   * Whether a text of the instance contains a secret: a part of it must not be sent, since no report could mask it.
   */
  holdsSecret(text: string): boolean {
    return this.client.redaction.holdsSecret(text);
  }

  /** Whether a response was returned to an authenticated caller. */
  isSignedIn({ exchange }: Pick<Answer, 'exchange'>): boolean {
    return this.client.log.signedIn.has(exchange);
  }

  /** Records the exchange of a response as evidence. */
  note({ exchange }: Pick<Answer, 'exchange'>): void {
    this.evidence.add(exchange);
  }

  /**
   * GETs a URL or a path below the base URL and follows at most one redirect (docs/verdicts.md
   * B-25). Throws a ForeignOrigin for one to another origin (B-45).
   */
  async followWithRedirect(url: string, options: Omit<ReadOptions, 'query'> = {}): Promise<Answer> {
    const first = await this.follow(url, options);
    const there = redirectOf(first);
    if (there === undefined) return first;
    this.client.origin.inside(there);
    return this.follow(there, options);
  }

  /**
   * The items of a list. Inconclusive if the response is not an array, because that has a
   * requirement of its own: one defect, one row.
   */
  async list(path: string, query: Query = {}): Promise<Seen[]> {
    const answer = await this.get(path, { query });
    if (answer.status !== 200 || !Array.isArray(answer.json)) unanswered(answer, ', not a list');
    return elements(seen(answer));
  }

  /** One object; inconclusive if the response is not 200 with JSON. */
  async object(path: string): Promise<Seen> {
    const answer = await this.get(path);
    if (answer.status !== 200 || answer.json === undefined) {
      unanswered(answer, ', not an object');
    }
    return seen(answer);
  }
}
