import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { TransportError } from './transport-error.js';

/** More than a server and a proxy would apply. */
const MOST_CODINGS = 2;

/** The decoder of a coding, by the first byte of a body. */
const CODINGS: Readonly<Record<string, (first: number) => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // A zlib stream (RFC 9110, 8.4.1.2); some servers send raw deflate.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

/** The codings of a body, last applied first, without `identity`. */
export function codingsOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
}

/**
 * Decodes a body (RFC 9110, Content-Encoding) as a stream, because a megabyte may decode to a
 * gigabyte. `what` names the request. Throws a TransportError that names the coding if it is
 * unknown or does not match the body, and for too many codings.
 */
export async function* unpacked(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  what: string,
): AsyncIterable<Uint8Array> {
  if (codings.length > MOST_CODINGS) {
    throw new TransportError(
      'bad-encoding',
      `${what}: the response has ${codings.length} codings (Content-Encoding); at most ${MOST_CODINGS} are supported`,
    );
  }
  let plain = body;
  for (const name of codings) plain = without(name, plain, what);
  yield* plain;
}

async function* without(
  name: string,
  body: AsyncIterable<Uint8Array>,
  what: string,
): AsyncIterable<Uint8Array> {
  const make = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
  if (make === undefined) {
    throw new TransportError(
      'bad-encoding',
      `${what}: the response has the unknown Content-Encoding "${name.slice(0, 40)}", which was not requested`,
    );
  }
  let lost: unknown;
  async function* packed(): AsyncIterable<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      lost = error;
      throw error;
    }
  }
  const source = packed()[Symbol.asyncIterator]();
  const first = await source.next();
  // Responses to HEAD, and 304, may name a coding without having a body.
  if (first.done) return;
  async function* whole(): AsyncIterable<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  try {
    const decoder = make(first.value[0] ?? 0);
    // Errors are reported to the reader of the decoder.
    pipeline(Readable.from(whole()), decoder, () => {});
    yield* decoder;
  } catch (error) {
    if (lost !== undefined) throw lost;
    if (error instanceof TransportError) throw error;
    throw new TransportError(
      'bad-encoding',
      `${what}: the body does not match its Content-Encoding ${name}`,
    );
  }
}
