import { type IncomingHttpHeaders, type RequestListener, request as send } from 'node:http';
import { startReference } from '../../fixtures/reference/start.js';
import { isObject } from '../../harness/place.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { formsOf } from '../cli/secret-forms.js';
import { withServer } from '../cli/servers.js';

/** The credentials of the roles at an echoing instance, instead of those of the reference. */
export type Accounts = Record<
  (typeof NEEDED_ROLES)[number],
  { token?: string; name?: string; password?: string }
>;

/**
 * Runs `work` with the host of an instance that repeats each request, with headers, credentials and body,
 * in every encoding: in response headers and in every object, as keys and values, also in dates and
 * first names. Calls `onWrite` for each write.
 */
export async function withEchoingInstance<T>(
  accounts: Accounts,
  onWrite: () => void,
  work: (host: string, project: string) => Promise<T>,
): Promise<T> {
  const reference = await startReference();
  const known = new Map(
    NEEDED_ROLES.flatMap((role) => {
      const { token, name, password } = accounts[role];
      const own = `Token ${reference.roles[role].token}`;
      const basic = Buffer.from(`${name}:${password}`, 'utf8').toString('base64');
      return [
        [`Token ${token}`, own],
        [`Basic ${basic}`, own],
      ];
    }),
  );
  let requests = 0;
  const echoed: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { authorization } = request.headers;
    const headers = { ...request.headers };
    if (authorization !== undefined) headers.authorization = known.get(authorization) ?? 'Token no';
    const { method = 'GET', url = '/' } = request;
    if (['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) onWrite();
    const echo = echoOf(request.headers, body.toString('utf8'));
    requests += 1;
    // A kept connection may be closed while it is used again.
    const how = { method, headers, agent: false };
    const onwards = send(new URL(url, reference.url), how, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
      const { 'content-length': _, 'transfer-encoding': __, ...own } = answer.headers;
      const visible = echo.filter((each) => each.length < 200 && /^[\x20-\x7e]+$/.test(each));
      // Some at a time, because headers that are too long are another misbehaviour.
      const some = visible.filter((_, index) => (index + requests) % 2 === 0);
      response.writeHead(answer.statusCode ?? 502, { ...own, 'x-echo': some });
      response.end(echoing(Buffer.concat(parts).toString('utf8'), echo));
    });
    onwards.end(body);
  };
  try {
    return await withServer(echoed, (url) => work(new URL(url).host, reference.project));
  } finally {
    await reference.stop();
  }
}

/** The values of all headers and the body, and what the credentials among them hold. */
function echoOf(headers: IncomingHttpHeaders, body: string): string[] {
  const { authorization = '' } = headers;
  const [scheme, value = ''] = authorization.split(' ');
  const plain = scheme === 'Basic' ? Buffer.from(value, 'base64').toString('utf8') : value;
  const password = plain.slice(plain.indexOf(':') + 1);
  const sent = [plain, password, headers['x-gate'], headers.cookie, body, JSON.stringify(headers)];
  const texts = new Set(sent.filter((each) => typeof each === 'string' && each !== ''));
  return [...texts].flatMap((each) => formsOf(String(each)));
}

/** A body of JSON with parts of the echo in each of its objects; another body with all of it behind it. */
function echoing(body: string, echo: readonly string[]): string {
  let last = 0;
  const next = () => {
    last = (last + 1) % echo.length;
    return echo[last];
  };
  const withEcho = (_: string, value: unknown) => {
    if (!isObject(value)) return value;
    const fields = ['date', 'detail', 'description'].filter(
      (field) => typeof value[field] === 'string',
    );
    const corrupted = Object.fromEntries(fields.map((field) => [field, next()]));
    // The credentials themselves, where a run may write.
    if ('first_name' in value) corrupted.first_name = echo[0];
    const names = { [`${next()}`]: next(), [`${next()}`]: { [`${next()}`]: next() } };
    return { echo: [next(), next()], ...names, ...value, ...corrupted };
  };
  try {
    return JSON.stringify(JSON.parse(body, withEcho));
  } catch {
    return `${body}\n${echo.join('\n')}`;
  }
}
