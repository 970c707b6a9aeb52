import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A request as the server met it; the times are in milliseconds. */
export interface MetRequest {
  method: string;
  path: string;
  authorization: string;
  from: number;
  until: number;
}

/** A server in front of an instance that takes its time for each answer. */
export interface Delaying {
  url: string;
  /** What it was asked since this was last called, in the order in which it came. */
  take(): MetRequest[];
}

/**
 * Puts a server in front of an instance on which every answer takes `delayMs` (longer only if the
 * instance itself does), does something with it, and ends it. Requests reach the instance with the
 * `Host` that they had, so that it links to this server.
 */
export async function withDelay<T>(
  upstream: string,
  delayMs: number,
  use: (delaying: Delaying) => Promise<T>,
): Promise<T> {
  const agent = new Agent({ keepAlive: true });
  let met: MetRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    met.push(meet(incoming, outgoing));
    void forward(incoming, outgoing, { upstream, agent, delayMs });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const take = () => {
    const taken = met;
    met = [];
    return taken;
  };
  try {
    return await use({ url: `http://127.0.0.1:${address.port}`, take });
  } finally {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  }
}

function meet({ method = '', url = '', headers }: IncomingMessage, outgoing: ServerResponse) {
  const now = performance.now();
  const { authorization = '' } = headers;
  const request: MetRequest = { method, path: url, authorization, from: now, until: now };
  outgoing.once('close', () => {
    request.until = performance.now();
  });
  return request;
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, agent, delayMs }: { upstream: string; agent: Agent; delayMs: number },
): Promise<void> {
  const { method, headers, url = '/' } = incoming;
  const asked = request(new URL(url, upstream), { method, headers, agent });
  incoming.pipe(asked);
  try {
    const [[answer]]: [IncomingMessage[], unknown] = await Promise.all([
      once(asked, 'response'),
      wait(delayMs),
    ]);
    if (answer === undefined) throw new Error('the instance gave no answer');
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

/** How long so many requests were under way at once, as shares of the time from the first to the last. */
export function underWay(met: readonly MetRequest[]): number[] {
  const edges = met
    .flatMap(({ from, until }) => [
      { at: from, step: 1 },
      { at: until, step: -1 },
    ])
    .sort((one, other) => one.at - other.at);
  const shares: number[] = [];
  let count = 0;
  let last = edges[0]?.at ?? 0;
  const whole = (edges.at(-1)?.at ?? 0) - last;
  for (const { at, step } of edges) {
    shares[count] = (shares[count] ?? 0) + (at - last) / whole;
    count += step;
    last = at;
  }
  return Array.from(shares, (share) => share ?? 0);
}
