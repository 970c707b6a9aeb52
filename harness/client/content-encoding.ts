import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { cut } from '../masked.js';
import { TransportError } from './transport-error.js';

/** More than a server and a proxy would apply. */
const MOST_CODINGS = 2;

/** The decoders of the codings; that of `deflate` reads a zlib stream (RFC 9110, 8.4.1.2). */
const CODINGS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
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
      `${what}: the response has the unknown Content-Encoding "${cut(name, 40)}", which was not requested`,
    );
  }
  let lost: unknown;
  let isEmpty = true;
  async function* packed(): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of body) {
        isEmpty = false;
        yield chunk;
      }
    } catch (error) {
      lost = error;
      throw error;
    }
  }
  try {
    const decoder = make();
    // Errors are reported to the reader of the decoder.
    pipeline(Readable.from(packed()), decoder, () => {});
    yield* decoder;
  } catch {
    if (lost !== undefined) throw lost;
    // Responses to HEAD, and 304, may name a coding without having a body.
    if (isEmpty) return;
    const message = `${what}: the body does not match its Content-Encoding ${name}`;
    throw new TransportError('bad-encoding', message);
  }
}
