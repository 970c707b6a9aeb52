import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/**
 * Calls back with the address of a server on a free loopback port, which is closed afterwards; `made` may
 * speak TLS.
 */
export async function withServer<T>(
  listener: RequestListener,
  work: (url: string, server: Server) => Promise<T>,
  made: Server = createServer(),
): Promise<T> {
  const server = made.on('request', listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(addressOf(server), server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** An address at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = addressOf(server);
  server.close();
  await once(server, 'close');
  return url;
}

/** Another site: HTML and 200 for whatever is asked. */
export const html: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
};

/** An instance whose API is switched off: `/about/` answers, `/api/` does not. */
export const switchedOff: RequestListener = (request, response) => {
  response.statusCode = request.url === '/about/' ? 200 : 404;
  response.setHeader('content-type', 'text/html').end('<p>REST API: disabled</p>');
};

/** An answer that repeats what was sent, wherever an answer can hold text; it may be taken for a root. */
export const echo: RequestListener = (request, response) => {
  const sent = JSON.stringify(request.headers);
  response.writeHead(200, { 'content-type': 'application/json', 'x-sent': sent });
  response.end(JSON.stringify({ sent: request.headers, id: sent, url: sent, projects: sent }));
};

function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `${server instanceof TlsServer ? 'https' : 'http'}://127.0.0.1:${port}`;
}
