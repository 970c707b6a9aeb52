import { type Duplex, pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { TransportError } from './transport-error.js';

/** More than a server and a proxy before it would put round one body. */
const MOST_CODINGS = 2;

/** What unpacks a coding, by the first byte of a body. */
const CODINGS: Readonly<Record<string, (first: number) => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // A zlib stream (RFC 9110, 8.4.1.2); some servers send it without its wrapper.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

/** The codings of a body, the last one that was applied first, without those that change nothing. */
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
 * A body without its codings (RFC 9110, Content-Encoding), unpacked as it is read: a megabyte may unpack to
 * a gigabyte. `what` names the request. Throws a TransportError that names the coding if it is
 * unknown or if the body is not what it is said to be, and for a body that was packed again and again.
 */
export async function* unpacked(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  what: string,
): AsyncIterable<Uint8Array> {
  if (codings.length > MOST_CODINGS) {
    throw new TransportError(
      'bad-encoding',
      `${what}: the answer has ${codings.length} codings (Content-Encoding), and no more than ${MOST_CODINGS} are unpacked`,
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
      `${what}: the answer has the Content-Encoding "${name.slice(0, 40)}", which was not asked for and is not known`,
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
  // An answer to HEAD, and a 304, name the coding of a body that they do not have.
  if (first.done) return;
  async function* whole(): AsyncIterable<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  try {
    const decoder = make(first.value[0] ?? 0);
    // Whoever reads the decoder is told what went wrong.
    pipeline(Readable.from(whole()), decoder, () => {});
    yield* decoder;
  } catch (error) {
    if (lost !== undefined) throw lost;
    if (error instanceof TransportError) throw error;
    throw new TransportError(
      'bad-encoding',
      `${what}: the answer is said to be ${name} (Content-Encoding), and is not`,
    );
  }
}
