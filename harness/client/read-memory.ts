import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answer.js';
import type { Read } from './request.js';

/** A read, and its response, which identical reads share. */
interface Remembered {
  read: Read;
  answer: Promise<Answer>;
}

/** The reads of a client, by what makes them identical. */
export class ReadMemory {
  #reads = new Map<string, Remembered>();
  /** The reads before those that are done apart. */
  #before: ReadonlyMap<string, Remembered> = this.#reads;

  /** The response to an identical read. */
  get(key: string): Promise<Answer> | undefined {
    return this.#reads.get(key)?.answer;
  }

  /** Remembers a read. */
  set(key: string, read: Read, answer: Promise<Answer>): void {
    this.#reads.set(key, { read, answer });
  }

  /** Forgets all reads, or those of some collections. */
  forget(collections?: readonly string[]): void {
    for (const [key, { read }] of this.#reads) {
      if (collections?.includes(collectionOf(read.url)) ?? true) this.#reads.delete(key);
    }
  }

  /** Forgets the reads of a version, and the queries without one, which are compared with those of the next. */
  forgetVersion(version: string): void {
    for (const [key, { read }] of this.#reads) {
      const own = versionIn(read.url);
      if (own === version || (own === '' && read.url.includes('?'))) this.#reads.delete(key);
    }
  }

  /** Does a piece of work with the reads so far, and forgets its own afterwards. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#reads;
    this.#before = before;
    this.#reads = new Map(before);
    try {
      return await work();
    } finally {
      this.#reads = before;
    }
  }

  /** Whether a read that was done apart got another response than the same read before. */
  async hasChanged(): Promise<boolean> {
    const same = this.#own().map(([key, { answer }]) => isSame(this.#before.get(key), answer));
    return (await Promise.all(same)).includes(false);
  }

  /**
   * Forgets the reads that were done apart, and returns them in the order in which they are best repeated,
   * because only a few are sent at a time: for each collection its plain lists and the requests in question,
   * which are compared with them, then all others, or none if `areAlone`. `plain` are those lists.
   */
  takeOwn(inQuestion: readonly string[], areAlone = false): { reads: Read[]; plain: Read[] } {
    const collections = [...new Set(inQuestion.map(collectionOf))];
    const own = this.#own().filter(
      ([, { read }]) => !areAlone || collections.includes(collectionOf(read.url)),
    );
    for (const [key] of own) this.#reads.delete(key);
    const rank = ({ url }: Read) => {
      const isCompared = inQuestion.some((each) => each.endsWith(url));
      const place = collections.indexOf(collectionOf(url));
      const isLast = place < 0 || (url.includes('&') && !isCompared);
      return isLast ? 2 * collections.length : 2 * place + (isCompared ? 1 : 0);
    };
    const reads = own.map(([, { read }]) => read).sort((a, b) => rank(a) - rank(b));
    const isPlain = (read: Read) => rank(read) % 2 === 0 && rank(read) < 2 * collections.length;
    return { reads, plain: reads.filter(isPlain) };
  }

  /** Whether a response is the one that is remembered for a read. */
  async isSame(key: string, answer: Promise<Answer>): Promise<boolean> {
    return isSame(this.#reads.get(key), answer);
  }

  #own(): [string, Remembered][] {
    return [...this.#reads].filter(([key, read]) => this.#before.get(key) !== read);
  }
}

/** The collection that a URL leads to, in any version: `bundles`; empty if it leads elsewhere. */
export function collectionOf(url: string): string {
  return /\/api\/(?:\d[^/?]*\/)?([^/?]*)/.exec(url)?.[1] ?? '';
}

/** The version that a URL names; empty if it names none. */
export function versionIn(url: string): string {
  return /\/api\/(\d[^/?]*)\//.exec(url)?.[1] ?? '';
}

/** Whether two responses are the same as far as checks compare them. */
async function isSame(before: Remembered | undefined, now: Promise<Answer>): Promise<boolean> {
  const [one, other] = await Promise.allSettled([before?.answer, now]);
  if (one.status === 'rejected' || other.status === 'rejected') return false;
  const partsOf = ({ status, headers: { link }, text, json }: Answer) => [status, link, text, json];
  return one.value !== undefined && isDeepStrictEqual(partsOf(one.value), partsOf(other.value));
}

/** What makes reads identical: the role, the method, the URL, the headers and the credentials. */
export function keyOf(read: Read, url: URL): string {
  const { role, method = 'GET', headers = {}, scheme, lowerCase, corrupted } = read;
  return JSON.stringify([
    role,
    method,
    url.href,
    headers,
    scheme,
    lowerCase,
    corrupted,
    read.authorization,
  ]);
}
