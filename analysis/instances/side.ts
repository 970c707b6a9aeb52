import type { Answer } from '../../harness/client/answer.js';
import { Client } from '../../harness/client/client.js';
import type { Read } from '../../harness/client/request.js';
import { whyEnded } from '../../harness/client/stopped.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { isObject } from '../../harness/place.js';
import { type FoundInstance, findInstance } from '../../harness/preflight.js';
import type { TargetSettings } from '../../harness/settings.js';
import { urlOf } from '../../harness/target.js';
import { inApi, pattern } from '../../specification/endpoint-of-request.js';

/** An answer, or why there is none. */
export type Reply = Answer | { failure: string };

/** What is done with a read of a run before the run goes on. */
export type OnRead = (read: Read, send: (read: Read) => Promise<Answer>) => Promise<Answer>;

/** A client that does not send the reads of a run by itself: each one in turn is handed over. */
export class HandingClient extends Client {
  onRead: OnRead = (read, send) => send(read);
  #turn: Promise<unknown> = Promise.resolve();

  override read(read: Read): Promise<Answer> {
    const own = this.#turn.then(() => this.onRead(read, (own) => super.read(own)));
    this.#turn = own.catch(() => {});
    return own;
  }
}

/** One of the two instances. */
export class Side<C extends Client = Client> {
  /** The shortest time that an endpoint took to answer, in milliseconds. */
  readonly fastest = new Map<string, number>();

  private constructor(
    readonly client: C,
    readonly found: FoundInstance,
    private readonly hosts: ReadonlySet<string>,
    private readonly prefix: string,
  ) {}

  /** Reads which versions an instance offers, and which roles it rejects. Throws a CannotExamine as `findInstance` does. */
  static async at<C extends Client>(
    client: C,
    settings: TargetSettings,
    stop: AbortSignal,
  ): Promise<Side<C>> {
    const end = () => client.stop(whyEnded(stop));
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
    const found = await findInstance(client, settings);
    const { host, pathname } = new URL(urlOf(client));
    const hosts = new Set([host]);
    const side = new Side(client, found, hosts, pathname.replace(/\/$/, ''));
    // A copy may still be configured with the host name of the original.
    const root = await side.ask({ role: 'anonymous', url: '/api/' });
    const urls = 'failure' in root || !isObject(root.json) ? [] : Object.values(root.json);
    for (const url of urls) {
      if (typeof url === 'string' && URL.canParse(url)) hosts.add(new URL(url).host);
    }
    return side;
  }

  /** Sends a request that is not remembered. Throws what `readUnstored` does, but for a missing answer. */
  async ask(read: Read): Promise<Reply> {
    try {
      const { answer, ms } = await this.client.readUnstored(read);
      this.client.redaction.learnMessageIds(answer.url, answer.text);
      const endpoint = pattern(inApi(new URL(answer.url).pathname)?.path ?? '');
      this.fastest.set(endpoint, Math.min(ms, this.fastest.get(endpoint) ?? ms));
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return { failure: `no answer: ${error.message.replace(/^GET \S+: /, '')}` };
    }
  }

  /** A URL of the instance itself as a path, without its host; undefined for any other text. */
  ownUrl(text: string): string | undefined {
    const [, host, rest = text] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
    if (host === undefined ? !text.startsWith('/') : !this.hosts.has(host.toLowerCase())) {
      return undefined;
    }
    const isBelow = this.prefix !== '' && rest.startsWith(`${this.prefix}/`);
    const [way, query] = (isBelow ? rest.slice(this.prefix.length) : rest).split('?');
    // The order of parameters means nothing.
    const path = query === undefined ? way : `${way}?${query.split('&').sort().join('&')}`;
    return host === undefined ? path : `(host)${path}`;
  }
}
