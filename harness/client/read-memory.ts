import { isDeepStrictEqual } from 'node:util';
import { type Answer, header } from './answer.js';
import type { Read } from './request.js';

/** Of so many reads is it found out whether they were cached. */
const MOST_SUSPECTED = 4;

/** So many spellings of a URL are used by turns. */
const SPELLINGS = 32;

/** A read, and its response, which identical reads share. */
interface Remembered {
  read: Read;
  answer: Promise<Answer>;
}

/** What can be done with the reads of a piece of work apart. */
export interface Apart {
  /** Whether one of them got another response than the same read before. */
  hasChanged(): Promise<boolean>;
  /**
   * Whether one of them got another response before from a cache: the response had an age, or the same URL
   * still returns it.
   */
  wasCached(): Promise<boolean>;
  /** Whether one of them got its response from a cache, although that cannot know its URL. */
  isCached(): Promise<boolean>;
  /**
   * Sends them again together, those to the URLs in question first; if `areAlone`, only those to their
   * collections.
   */
  readAgain(inQuestion: readonly string[], areAlone: boolean): Promise<void>;
}

/** The reads of a client, with absolute URLs. */
export class ReadMemory {
  #reads = new Map<string, Remembered>();
  /** The reads before those that are done apart. */
  #before: ReadonlyMap<string, Remembered> = this.#reads;
  #isApart = false;
  #spelling = 0;

  /** `send` sends a read. */
  constructor(private readonly send: (read: Read) => Promise<Answer>) {}

  /** Sends a read; identical ones share the response. */
  read(read: Read): Promise<Answer> {
    const key = keyOf(read);
    const answer = this.#reads.get(key)?.answer ?? this.#sendAnew(read);
    if (!this.#reads.has(key)) this.#reads.set(key, { read, answer });
    return answer;
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
  async apart<T>(work: (apart: Apart) => Promise<T>): Promise<T> {
    const before = this.#reads;
    this.#before = before;
    this.#reads = new Map(before);
    this.#isApart = true;
    this.#spelling += 1;
    try {
      return await work({
        hasChanged: async () => (await this.#changed()).length > 0,
        wasCached: () => this.#wasCached(),
        isCached: () => this.#isCached(),
        readAgain: (inQuestion, areAlone) => this.#readAgain(inQuestion.map(plainUrl), areAlone),
      });
    } finally {
      this.#isApart = false;
      this.#reads = before;
    }
  }

  /** Sends a read that is done apart with a URL that a cache does not know, although it means the same. */
  async #sendAnew(read: Read): Promise<Answer> {
    if (!this.#isApart) return this.send(read);
    const more = '&'.repeat((this.#spelling % SPELLINGS) + 1);
    const url = `${read.url}${read.url.includes('?') ? '' : '?'}${more}`;
    return { ...(await this.send({ ...read, url })), url: read.url };
  }

  /** The earlier reads that have another response now; undefined for each that is new. */
  async #changed(): Promise<(Remembered | undefined)[]> {
    const own = this.#own().map(async ([key, { answer }]) => {
      const before = this.#before.get(key);
      return (await isSame(before, answer)) ? [] : [before];
    });
    return (await Promise.all(own)).flat();
  }

  async #wasCached(): Promise<boolean> {
    const changed = (await this.#changed()).filter((before) => before !== undefined);
    this.#spelling += 1;
    const cached = changed.slice(0, MOST_SUSPECTED).map(async (before) => {
      if (await isAged(before)) return true;
      // An instance in use may have changed back: then a URL that no cache knows returns the same.
      const isAsBefore = await isSame(before, this.send(before.read));
      return isAsBefore && !(await isSame(before, this.#sendAnew(before.read)));
    });
    return (await Promise.all(cached)).includes(true);
  }

  async #isCached(): Promise<boolean> {
    const own = this.#own().map(([, read]) => isAged(read));
    return (await Promise.all(own)).includes(true);
  }

  async #readAgain(inQuestion: readonly string[], areAlone: boolean): Promise<void> {
    const collections = [...new Set(inQuestion.map(collectionOf))];
    // A plain list and the requests in question, which are compared with it, follow one another.
    const rank = ({ url }: Read) => {
      const place = collections.indexOf(collectionOf(url));
      const isCompared = !url.includes('&') || inQuestion.some((each) => each.endsWith(url));
      return place >= 0 && isCompared ? place : collections.length;
    };
    const reads = this.#own()
      .map(([, { read }]) => read)
      .filter(({ url }) => !areAlone || collections.includes(collectionOf(url)))
      .sort((a, b) => rank(a) - rank(b));
    for (const read of reads) this.#reads.delete(keyOf(read));
    this.#spelling += 1;
    // An error is that of the check that reads it.
    await Promise.allSettled(reads.map((read) => this.read(read)));
  }

  #own(): [string, Remembered][] {
    return [...this.#reads].filter(([key, read]) => this.#before.get(key) !== read);
  }
}

/** A URL as it was before it was spelled anew. */
export function plainUrl(url: string): string {
  return url.replace(/(?<!&)\??&+$/, '');
}

/** The collection that a URL leads to, in any version: `bundles`; empty if it leads elsewhere. */
export function collectionOf(url: string): string {
  return /\/api\/(?:\d[^/?]*\/)?([^/?]*)/.exec(url)?.[1] ?? '';
}

/** The version that a URL names; empty if it names none. */
function versionIn(url: string): string {
  return /\/api\/(\d[^/?]*)\//.exec(url)?.[1] ?? '';
}

/** Whether a response is one that a cache kept. */
async function isAged({ answer }: Remembered): Promise<boolean> {
  const [kept] = await Promise.allSettled([answer]);
  return kept.status === 'fulfilled' && Number(header(kept.value, 'age')) > 0;
}

/** Whether two responses are the same as far as checks compare them. */
async function isSame(before: Remembered | undefined, now: Promise<Answer>): Promise<boolean> {
  const [one, other] = await Promise.allSettled([before?.answer, now]);
  if (one.status === 'rejected' || other.status === 'rejected') return false;
  const partsOf = ({ status, headers: { link }, text, json }: Answer) => [status, link, text, json];
  return one.value !== undefined && isDeepStrictEqual(partsOf(one.value), partsOf(other.value));
}

/** What makes reads identical: the role, the method, the URL, the headers and the credentials. */
export function keyOf(read: Read): string {
  const { role, method = 'GET', url, headers = {}, scheme, lowerCase, corrupted } = read;
  const { authorization } = read;
  return JSON.stringify([role, method, url, headers, scheme, lowerCase, corrupted, authorization]);
}
