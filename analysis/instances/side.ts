import { CannotExamine } from '../../harness/cannot-examine.js';
import type { Answer } from '../../harness/client/answer.js';
import { Client } from '../../harness/client/client.js';
import type { Read } from '../../harness/client/request.js';
import { whyEnded } from '../../harness/client/stopped.js';
import { medianOf } from '../../harness/client/traffic-log.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { type FoundInstance, findInstance } from '../../harness/preflight.js';
import type { TargetSettings } from '../../harness/settings.js';
import { targetOnly, urlOf } from '../../harness/target.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { ComparedInstance } from './result.js';

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
  private constructor(
    readonly client: C,
    readonly found: FoundInstance,
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
    return new Side(client, await findInstance(client, settings));
  }

  /** Whether it offers a version. */
  offers(version: Version): boolean {
    return this.found.offered.includes(version);
  }

  /** What is reported of it. */
  get reported(): ComparedInstance {
    const { client, found } = this;
    return {
      ...targetOnly(client),
      versionsOffered: found.offered,
      requests: client.traffic.requests,
      medianMs: medianOf(client.log.latencies.map(({ medianMs }) => medianMs)),
    };
  }

  /** Sends a request that is not remembered. Throws what `readUnstored` does, but for a missing answer. */
  async ask(read: Read): Promise<Reply> {
    try {
      const { answer } = await this.client.readUnstored(read);
      this.client.redaction.learnMessageIds(answer.url, answer.text);
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return { failure: `no answer: ${error.message}` };
    }
  }

  /** A URL of the instance itself as a path, with its parameters in order; undefined for any other text. */
  ownUrl(text: string): string | undefined {
    const { client, found } = this;
    // A copy may still be configured with the host name of the original.
    const names = [urlOf(client), ...(found.calledAs === undefined ? [] : [found.calledAs])];
    const name = names.find((each) => text.startsWith(`${each}/`));
    if (name === undefined && !text.startsWith('/')) return undefined;
    const [path, query] = text.slice(name?.length ?? 0).split('?');
    const ordered = query === undefined ? path : `${path}?${query.split('&').sort().join('&')}`;
    return name === undefined ? ordered : `(host)${ordered}`;
  }
}

/**
 * The versions that both offer, of those that are selected. Throws a CannotExamine if there is none, or if the old
 * instance rejects the credentials of a role.
 */
export function versionsOfBoth(
  old: Side,
  received: Side,
  selected: readonly Version[] | undefined,
): Version[] {
  const [rejected] = old.found.rejected;
  if (rejected !== undefined) {
    throw new CannotExamine(
      `${urlOf(old.client)} rejects the credentials of role ${rejected.role}: ${rejected.why}`,
    );
  }
  const both = (selected ?? VERSIONS).filter((each) => old.offers(each) && received.offers(each));
  if (both.length > 0) return both;
  const offers = [old, received].map(
    ({ client, found }) => `${urlOf(client)} offers ${found.offered.join(' ')}`,
  );
  const choice = selected === undefined ? [] : [`and --versions selects ${selected.join(' ')}`];
  throw new CannotExamine(`no version to compare: ${[...offers, ...choice].join(', ')}`);
}
