import type { Version } from '../specification/versions.js';
import type { Answer } from './client/answer.js';
import { named } from './client/answer.js';
import type { Client } from './client/client.js';
import type { Read } from './client/request.js';
import { elements, type Seen } from './place.js';
import type { Role } from './role.js';
import { inconclusive } from './violation.js';

/** Query parameters; an array repeats one. */
export type Query = Record<string, string | number | (string | number)[]>;

/** What a read may differ in from the plain one. */
export type ReadOptions = Pick<
  Read,
  'method' | 'headers' | 'scheme' | 'corrupted' | 'authorization' | 'afresh'
> & {
  query?: Query;
};

/**
 * One version of the API as one role sees it. Paths are relative to `/api/{v}/`. Every exchange
 * that a check makes through it is noted as evidence of that check.
 */
export class Api {
  constructor(
    readonly version: Version,
    readonly role: Role,
    private readonly client: Client,
    private readonly evidence: Set<number>,
    private readonly signedInAs: Role,
  ) {}

  /** The same as another role. */
  as(role: Role): Api {
    return new Api(this.version, role, this.client, this.evidence, this.signedInAs);
  }

  /** The same as whichever role signs in; for requirements that need `signed-in`. */
  signedIn(): Api {
    return this.as(this.signedInAs);
  }

  /** The same, for reads that serve many checks and are evidence of none in particular. */
  unnoted(): Api {
    return new Api(this.version, this.role, this.client, new Set(), this.signedInAs);
  }

  /** Another version of the same instance. */
  in(version: Version): Api {
    return new Api(version, this.role, this.client, this.evidence, this.signedInAs);
  }

  /** The URL path of a collection or object of this version, below the base URL. */
  path(path: string, query: Query = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
    }
    const tail = search.size > 0 ? `?${search}` : '';
    return `/api/${this.version}/${path}${tail}`;
  }

  /** GETs a path of this version, whatever the answer is. Redirects are not followed. */
  get(path: string, { query, ...options }: ReadOptions = {}): Promise<Answer> {
    return this.follow(this.path(path, query), options);
  }

  /** GETs a URL that the instance gave, or a path below the base URL. Never leaves the instance. */
  async follow(url: string, options: Omit<ReadOptions, 'query'> = {}): Promise<Answer> {
    const answer = await this.client.read({ role: this.role, url, ...options });
    this.note(answer);
    return answer;
  }

  /** Notes the exchange of an answer as evidence. */
  note({ exchange }: Pick<Answer, 'exchange'>): void {
    this.evidence.add(exchange);
  }

  /** GETs a URL or a path below the base URL and follows at most one redirect (docs/verdicts.md B-25). */
  async followWithRedirect(url: string): Promise<Answer> {
    const first = await this.follow(url);
    const { location } = first.headers;
    if (first.status < 300 || first.status > 399 || typeof location !== 'string') return first;
    if (!URL.canParse(location, first.url)) return first;
    return this.follow(new URL(location, first.url).href);
  }

  /**
   * The rows of a list. Where the list does not answer with an array the check that wanted it is
   * inconclusive: that the list answers is a requirement of its own, and one defect is one row.
   */
  list(path: string, query: Query = {}): Promise<Seen[]> {
    return this.followList(this.path(path, query));
  }

  /** The same for a URL that the instance gave, or a path below the base URL. */
  async followList(url: string): Promise<Seen[]> {
    const answer = await this.follow(url);
    if (answer.status !== 200 || !Array.isArray(answer.json)) {
      inconclusive(`${named(answer)} answered ${answer.status} and no list`);
    }
    return elements({ value: answer.json, at: { exchange: answer.exchange, pointer: '' } });
  }

  /** One object; inconclusive, likewise, where it does not answer with an object. */
  async object(path: string): Promise<Seen> {
    const answer = await this.get(path);
    if (answer.status !== 200 || answer.json === undefined) {
      inconclusive(`${named(answer)} answered ${answer.status} and no object`);
    }
    return { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
  }
}
