import { CannotExamine } from '../../harness/cannot-examine.js';
import type { Answer } from '../../harness/client/answer.js';
import { Client } from '../../harness/client/client.js';
import type { Read } from '../../harness/client/request.js';
import { medianOf } from '../../harness/client/traffic-log.js';
import { TransportError } from '../../harness/client/transport-error.js';
import type { FoundInstance } from '../../harness/preflight.js';
import { targetOnly, urlOf } from '../../harness/target.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { ComparedInstance } from './result.js';

/** An answer, or why there is none. */
export type Reply = Answer | { failure: string };

/** A client that does not send the reads of a run by itself: each one in turn is handed over. */
export class HandingClient extends Client {
  /** What is done with a read of a run before the run goes on. */
  onRead: (read: Read, send: Client['read']) => Promise<Answer> = (read, send) => send(read);
  #turn: Promise<unknown> = Promise.resolve();

  override read(read: Read): Promise<Answer> {
    const own = this.#turn.then(() => this.onRead(read, (own) => super.read(own)));
    this.#turn = own.catch(() => {});
    return own;
  }
}

/** One of the two instances, with its versions, and the roles that it rejects. */
export class Side {
  constructor(
    readonly client: Client,
    readonly found: FoundInstance,
  ) {}

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

  /** An answer without secrets in its text; what was parsed of it is as it was. */
  withoutSecrets(answer: Answer): Answer {
    const text = answer.isCut ? `${answer.text}…` : answer.text;
    return { ...answer, text: this.client.redaction.withoutSecrets(text) };
  }

  /** A URL of the instance itself as a path, with its parameters in order; undefined for any other text. */
  ownUrl(text: string): string | undefined {
    // A copy may still be configured with the host name of the original.
    const names = [urlOf(this.client), this.client.origin.calledAs];
    const name = names.find((each) => each !== undefined && text.startsWith(`${each}/`));
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
  const [first] = old.found.rejected;
  if (first !== undefined) {
    const { role, why } = first;
    throw new CannotExamine(`${urlOf(old.client)} rejects the credentials of role ${role}: ${why}`);
  }
  const sides = [old, received];
  const both = (selected ?? VERSIONS).filter((each) =>
    sides.every(({ found }) => found.offered.includes(each)),
  );
  if (both.length > 0) return both;
  const offers = sides.map(
    ({ client, found }) => `${urlOf(client)} offers ${found.offered.join(' ')}`,
  );
  const choice = selected === undefined ? [] : [`and --versions selects ${selected.join(' ')}`];
  throw new CannotExamine(`no version to compare: ${[...offers, ...choice].join(', ')}`);
}
