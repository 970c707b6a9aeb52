import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Client } from '../../harness/client/client.js';
import type { TargetSettings } from '../../harness/settings.js';

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
export async function serving<T>(
  listener: RequestListener,
  work: (server: Serving) => Promise<T>,
): Promise<T> {
  const sockets = new Set<Socket>();
  const seen: Pick<Serving, 'requests' | 'headers'> = { requests: [], headers: [] };
  const server = createServer((request, response) => {
    seen.requests.push(`${request.method} ${request.url}`);
    seen.headers.push(request.headers);
    listener(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    return await work({
      url: `http://127.0.0.1:${port}`,
      ...seen,
      connections: () => sockets.size,
    });
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
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
