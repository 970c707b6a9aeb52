import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as forwarded,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';

/** The default of `--concurrency`. */
export const SLOTS = 4;

/** A request that the server received. */
export interface Received {
  method: string;
  path: string;
  /** Without those of the connection. */
  headers: IncomingHttpHeaders;
}

/** A server in front of an instance that delays each response. */
export interface Delaying {
  url: string;
  /** Returns the requests since the last call, in order. */
  take(): Received[];
}

/**
 * Runs `use` with a server in front of an instance that delays each response to `delayMs`. Requests keep
 * their `Host`, so that links point to this server.
 */
export async function withDelay<T>(
  upstream: string,
  delayMs: number,
  use: (delaying: Delaying) => Promise<T>,
): Promise<T> {
  const agent = new Agent({ keepAlive: true });
  const requests: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming;
    const { connection: _, ...headers } = incoming.headers;
    requests.push({ method, path, headers });
    void forward(incoming, outgoing, { upstream, agent, delayMs });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const take = () => requests.splice(0);
  try {
    return await use({ url: `http://127.0.0.1:${address.port}`, take });
  } finally {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  }
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, agent, delayMs }: { upstream: string; agent: Agent; delayMs: number },
): Promise<void> {
  const { method, headers, url = '/' } = incoming;
  const sent = forwarded(new URL(url, upstream), { method, headers, agent });
  incoming.pipe(sent);
  try {
    const [[response]]: [IncomingMessage[], unknown] = await Promise.all([
      once(sent, 'response'),
      wait(delayMs),
    ]);
    if (response === undefined) throw new Error('the instance did not respond');
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

/** Sends requests again as they were, `SLOTS` at a time, and reads the responses. Returns the wall time in seconds. */
export async function sentBare(url: string, requests: readonly Received[]): Promise<number> {
  const queue = [...requests];
  const startedAt = performance.now();
  const slot = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { path, method, headers } = next;
      const { body } = await request(new URL(path, url), { method, headers });
      await body.bytes();
    }
  };
  await Promise.all(Array.from({ length: SLOTS }, slot));
  return (performance.now() - startedAt) / 1000;
}
