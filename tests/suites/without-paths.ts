import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Calls back with the address of a proxy before an instance: it answers 404 for some paths and
 * hands on everything else as it is. Without such paths it is the instance itself.
 */
export async function withoutPaths<T>(
  instance: string,
  gone: readonly string[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (gone.length === 0) return work(instance);
  const proxy = createServer((request, response) => {
    const url = new URL(request.url ?? '/', instance);
    if (gone.includes(url.pathname)) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"detail":"Not found."}');
      return;
    }
    const { method, headers } = request;
    const onwards = send(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onwards);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  try {
    const { port } = proxy.address() as AddressInfo;
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  }
}
