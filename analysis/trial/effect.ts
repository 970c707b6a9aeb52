import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { State } from '../../fixtures/reference/model.js';
import { answering } from '../../fixtures/reference/start.js';
import {
  type Answer,
  answerOf,
  behaviourFor,
  bodyless,
  type Exchange,
  type InstanceOptions,
  stateFor,
} from './instance.js';

/** Where the recorded requests are sent: no server listens there. */
const HOST = 'http://127.0.0.1:1';

/** What can be set on a request only by the connection. */
const OF_THE_CONNECTION = ['connection', 'content-length', 'host', 'transfer-encoding'];

/**
 * Repeats recorded requests on instances without a server, to find the changes that make a difference to
 * their answers. A client that reads the same answers does the same.
 */
export class Effects {
  private readonly readOnly: boolean;
  /** Shared while nothing is written: to make the data takes longer than the requests. */
  private readonly state: State;

  private constructor(
    private readonly exchanges: readonly Exchange[],
    private readonly options: InstanceOptions,
    private readonly sound: readonly Answer[],
  ) {
    this.readOnly = exchanges.every(({ method }) => bodyless(method));
    this.state = stateFor(options.expect);
  }

  /** Keeps the answers of the expected instance. */
  static async with(exchanges: readonly Exchange[], options: InstanceOptions): Promise<Effects> {
    const own = exchanges.map((exchange) => localised(exchange));
    const sound: Answer[] = [];
    const respond = responder(options, stateFor(options.expect));
    for (const exchange of own) sound.push(await respond(exchange));
    return new Effects(own, options, sound);
  }

  /** The answers with a change, as a digest; undefined if they are the expected ones. */
  async of(change: NonNullable<InstanceOptions['change']>): Promise<string | undefined> {
    const state = this.readOnly ? this.state : stateFor(this.options.expect);
    const respond = responder({ ...this.options, change }, state);
    const digest = createHash('sha256');
    let isSame = true;
    for (const [index, exchange] of this.exchanges.entries()) {
      const answer = await respond(exchange);
      isSame &&= isDeepStrictEqual(answer, this.sound[index]);
      digest.update(JSON.stringify(answer));
    }
    return isSame ? undefined : digest.digest('base64');
  }
}

function responder(
  options: InstanceOptions,
  state: State,
): (exchange: Exchange) => Promise<Answer> {
  const behaviour = behaviourFor(options);
  const respond = answering(behaviour, state);
  return async ({ method, target, headers, body }) => {
    const request = new Request(HOST + target, {
      method,
      headers,
      body: bodyless(method) ? undefined : body,
    });
    return answerOf(await respond(request), behaviour);
  };
}

/** The request without what names the port of its instance. */
function localised(exchange: Exchange): Exchange {
  const headers = exchange.headers.filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return { ...exchange, headers };
}
