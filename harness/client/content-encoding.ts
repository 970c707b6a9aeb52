import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { TransportError } from './transport-error.js';

type Unpack = (bytes: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>;

const gzip: Unpack = promisify(gunzip);
const zlib: Unpack = promisify(inflate);
const raw: Unpack = promisify(inflateRaw);
const br: Unpack = promisify(brotliDecompress);

/** `deflate` is a zlib stream (RFC 9110, 8.4.1.2); some servers send it without its wrapper. */
const deflate: Unpack = (bytes, limit) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib(bytes, limit) : raw(bytes, limit);

const CODINGS = new Map<string, Unpack>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', br],
  ['identity', async (bytes) => bytes],
]);

/**
 * A body without its codings (RFC 9110, Content-Encoding), at the most `limit` bytes of it: a
 * megabyte may unpack to a gigabyte. `what` names the request. Throws a TransportError that names
 * the coding if it is unknown, if the body is not what it is said to be, or if it is too long.
 */
export async function unpacked(
  body: Uint8Array,
  codings: string | string[] | undefined,
  limit: number,
  what: string,
): Promise<Uint8Array> {
  // An answer to HEAD, and a 304, name the coding of a body that they do not have.
  if (codings === undefined || body.length === 0) return body;
  const names = [codings]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  let plain = body;
  for (const name of names.filter((each) => each !== '').reverse()) {
    plain = await without(name, plain, limit, what);
  }
  return plain;
}

async function without(
  name: string,
  bytes: Uint8Array,
  limit: number,
  what: string,
): Promise<Uint8Array> {
  const unpack = CODINGS.get(name);
  if (unpack === undefined) {
    throw new TransportError(
      'bad-encoding',
      `${what}: the answer has the Content-Encoding "${name}", which was not asked for and is not known`,
    );
  }
  try {
    return await unpack(bytes, { maxOutputLength: limit });
  } catch (error) {
    const isTooLong =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLong) {
      throw new TransportError(
        'too-long',
        `${what}: the answer is longer than ${limit} bytes when unpacked (${name}); it was not read on`,
      );
    }
    throw new TransportError(
      'bad-encoding',
      `${what}: the answer is said to be ${name} (Content-Encoding), and is not`,
    );
  }
}
