import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

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
  let requests: Received[] = [];
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
  const take = () => {
    const taken = requests;
    requests = [];
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
