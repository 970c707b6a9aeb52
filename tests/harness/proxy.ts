import {
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
  request as send,
} from 'node:http';
import { withServer } from '../cli/servers.js';

/** A request that comes by, whole. */
export interface PassedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The number of this write among all that write, from 1; 0 for a read. */
  write: number;
}

/**
 * What becomes of a request: it is handed on, its answer is lost, it never arrives, or it is answered
 * otherwise, when it has arrived or in place of that.
 */
export type Fate = 'pass' | 'lose the answer' | 'lose' | Otherwise;

/** An answer in place of the instance's. */
export interface Otherwise {
  status: number;
  headers?: Record<string, string>;
  /** JSON unless given. */
  body?: string;
  arrives: boolean;
}

/**
 * Calls back with the address of a proxy before an instance, which asks what is to become of each
 * request before it hands it on. The proxy is stopped afterwards.
 */
export function withProxy<T>(
  target: string,
  decide: (request: PassedRequest) => Fate | Promise<Fate>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  let writes = 0;
  const proxying: RequestListener = (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks);
      const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      if (isWrite) writes += 1;
      const write = isWrite ? writes : 0;
      const fate = await decide({ method, path: url, headers, body: body.toString('utf8'), write });
      if (fate === 'lose') return request.socket.destroy();
      if (typeof fate === 'object' && !fate.arrives) return answerOtherwise(response, fate);
      const onwards = send(new URL(url, target), { method, headers }, (answer) => {
        if (fate === 'lose the answer') {
          answer.resume().on('end', () => request.socket.destroy());
          return;
        }
        if (typeof fate === 'object') {
          answer.resume().on('end', () => answerOtherwise(response, fate));
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onwards.on('error', () => request.socket.destroy());
      onwards.end(body);
    });
  };
  return withServer(proxying, work);
}

function answerOtherwise(
  response: ServerResponse,
  { status, headers, body = '{"detail": "Not now."}' }: Otherwise,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
