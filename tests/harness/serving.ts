import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { Client } from '../../harness/client/client.js';
import type { TargetSettings } from '../../harness/settings.js';
import { withServer } from '../cli/servers.js';

/** A server on a free port of the loopback address, and what it has seen. */
export interface Serving {
  url: string;
  /** `GET /path`, in the order in which they came. */
  requests: string[];
  /** The headers of each request, likewise. */
  headers: IncomingMessage['headers'][];
  /** How many connections were made. */
  connections(): number;
}

/** Calls back with a running server, which is stopped afterwards. */
export function serving<T>(
  listener: RequestListener,
  work: (server: Serving) => Promise<T>,
): Promise<T> {
  const seen: Pick<Serving, 'requests' | 'headers'> = { requests: [], headers: [] };
  let connections = 0;
  const counting = createServer().on('connection', () => {
    connections += 1;
  });
  const recording: RequestListener = (request, response) => {
    seen.requests.push(`${request.method} ${request.url}`);
    seen.headers.push(request.headers);
    listener(request, response);
  };
  return withServer(
    recording,
    (url) => work({ url, ...seen, connections: () => connections }),
    counting,
  );
}

/** Answers every request with the same JSON. */
export function json(body: unknown, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

/** Settings for a target, plain but for what a test changes. */
export function settingsFor(url: string, changed: Partial<TargetSettings> = {}): TargetSettings {
  return {
    baseUrl: url,
    credentials: {},
    headers: [],
    concurrency: 4,
    rps: 0,
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
    showEmails: false,
    ...changed,
  };
}

/** Calls back with a client, which is closed afterwards. */
export async function withClient<T>(
  settings: TargetSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(settings);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Calls back with a running server and a client for it. */
export function asked<T>(
  listener: RequestListener,
  changed: Partial<TargetSettings>,
  work: (client: Client, server: Serving) => Promise<T>,
): Promise<T> {
  return serving(listener, (server) =>
    withClient(settingsFor(server.url, changed), (client) => work(client, server)),
  );
}
