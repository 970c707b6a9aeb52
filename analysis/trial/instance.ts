import type { IncomingMessage } from 'node:http';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import { likeRelease } from '../../fixtures/reference/like/like-release.js';
import { withoutSeries } from '../../fixtures/reference/like/old-patch.js';
import type { State } from '../../fixtures/reference/model.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Target, Variation } from '../../fixtures/variations/variation.js';
import { endpointOf } from '../../specification/endpoint-of-request.js';
import type { Expected, Kind } from './result.js';

/** A change to the expected instance: a variation, a fault, or another instance. */
export interface Change extends Omit<Variation, 'kind' | 'apply'> {
  kind: Kind;
  /** Set if the instance is another one, such as a release, instead of a change to the expected one. */
  instead?: Expected;
  apply?: Variation['apply'];
}

/** An instance, and the change that it has. */
export interface InstanceOptions {
  expect: Expected;
  change?: Change;
  /** The endpoint that is affected, as `endpointOf` names it. */
  on?: string;
  /** The time that the instance takes for the present, in seconds since 1970. */
  now: number;
}

/** A request and its answer, as they were on the wire. */
export interface Exchange {
  method: string;
  /** The path and query as sent. */
  target: string;
  headers: [name: string, value: string][];
  body: string;
  answer?: Answer;
}

/** An answer; header names as sent, without those of the connection. */
export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/** A running instance that records all requests. */
export interface Recorded extends Reference {
  exchanges: readonly Exchange[];
}

const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/** The data of an instance. Those like a release have a patch without a series. */
export function stateFor(expect: Expected): State {
  const state = makeState();
  if (expect !== 'sound') withoutSeries(state);
  return state;
}

/** The behaviour of an instance with its change; `close` ends the connection of a request. */
export function behaviourFor(
  { expect, change, on, now }: InstanceOptions,
  close: Target['close'] = () => {},
): Behaviour {
  const behaviour = soundBehaviour();
  // Dates of what a client writes are the same on each instance.
  behaviour.dates.now = () => now;
  const base = change?.instead ?? expect;
  if (base !== 'sound') likeRelease(behaviour, base);
  const affects = ({ method, url }: Request) =>
    on === undefined || placeOf(change, method, url.replace(/^https?:\/\/[^/]+/, '')) === on;
  change?.apply?.(behaviour, { affects, close });
  return behaviour;
}

/** What a change that is tried place by place affects: an endpoint, or a list with all its pages. */
export function placeOf(change: Change | undefined, method: string, target: string): string {
  const endpoint = endpointOf(method, target);
  return change?.on === 'list' ? endpoint.replace(', later page', '') : endpoint;
}

/**
 * Starts an instance on a free loopback port. `onRequest` is called for each request, with how many there
 * were. Rejects with the error of the system.
 */
export async function startRecorded(
  options: InstanceOptions,
  onRequest: (count: number) => void,
): Promise<Recorded> {
  const exchanges: Exchange[] = [];
  let current: IncomingMessage | undefined;
  const messages = new WeakMap<Request, IncomingMessage>();
  const behaviour = behaviourFor(options, (request) => messages.get(request)?.socket.destroy());
  const { front } = behaviour;
  behaviour.front = async (request, answer) => {
    if (current !== undefined) messages.set(request, current);
    const exchange: Exchange = {
      method: request.method,
      // As it was sent: the URL of a request has some characters escaped.
      target: current?.url ?? new URL(request.url).pathname,
      headers: [...request.headers],
      body: bodyless(request.method) ? '' : await request.clone().text(),
    };
    exchanges.push(exchange);
    onRequest(exchanges.length);
    const sent = await front(request, answer);
    if (messages.get(request)?.socket.destroyed) return sent;
    const recorded: Answer = { ...headOf(sent, behaviour), body: '' };
    exchange.answer = recorded;
    // The body is read beside the client, so that an answer with a pause has one.
    void sent
      .clone()
      .text()
      .then((body) => {
        recorded.body = body;
      })
      .catch(() => {});
    return sent;
  };
  const reference = await startReference({
    behaviour,
    state: stateFor(options.expect),
    received: (message) => {
      current = message;
    },
  });
  return { ...reference, exchanges };
}

/** The answer as it would be sent. */
export async function answerOf(response: Response, behaviour: Behaviour): Promise<Answer> {
  return { ...headOf(response, behaviour), body: await response.text() };
}

function headOf(response: Response, behaviour: Behaviour): Omit<Answer, 'body'> {
  const headers = [...response.headers]
    .filter(([name]) => !OF_THE_CONNECTION.includes(name))
    .map(([name, value]): [string, string] => [behaviour.headerName(name), value]);
  return { status: response.status, headers };
}

/** Whether requests with a method have no body. */
export function bodyless(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
