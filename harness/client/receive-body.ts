import { LONGEST_TEXT, type ReadBody, readBody, unreadBody } from './answer.js';
import { JsonScan } from './json-scan.js';
import { odditiesOf } from './odd-json.js';
import { TransportError } from './transport-error.js';

/** A received body, as far as it is read. */
export interface ReceivedBody extends ReadBody {
  /** The number of decoded bytes. */
  bytes: number;
}

/** The limits for receiving a body. */
export interface Bounds {
  /** The limit for decoded bytes. */
  maxBytes: number;
  /** The request, for error messages. */
  what: string;
  /** The codings, for error messages. */
  codings: readonly string[];
}

/**
 * Receives and parses a body: of a list only the first items, of other text only the beginning.
 * Throws a TransportError if it exceeds a limit.
 */
export async function receiveBody(
  body: AsyncIterable<Uint8Array>,
  bounds: Bounds,
): Promise<ReceivedBody> {
  const received = new Received(bounds);
  for await (const chunk of body) {
    received.add(chunk);
    if (received.isEnough) break;
  }
  return received.read();
}

class Received {
  readonly #scan = new JsonScan();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The first bytes; the rest of JSON is stored as text only. */
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #isLonger = false;
  #text = '';
  /** The number of bytes received. */
  #bytes = 0;
  /** Whether it starts like JSON; undefined until the first character. */
  #isJson: boolean | undefined;
  #isUtf8 = true;
  #isMarked = false;

  constructor(private readonly bounds: Bounds) {}

  /** Whether the rest would be ignored: it is not received, so that what was may end within a secret. */
  get isEnough(): boolean {
    return this.#scan.isEnough || !this.#isUtf8;
  }

  /** Adds a chunk. Throws a TransportError if a limit is exceeded. */
  add(chunk: Uint8Array): void {
    const { maxBytes, codings } = this.bounds;
    this.#isMarked ||= this.#bytes === 0 && isMarked(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      const packed = codings.length === 0 ? '' : ` when decoded (${codings.join(', ')})`;
      this.#refuse(`is longer than ${maxBytes} bytes${packed}`);
    }
    this.#isJson ??= beginsAsJson(chunk);
    // Leading white space is ignored.
    if (this.#isJson === undefined) return;
    this.#keepHead(chunk);
    if (!this.#isJson) return;
    for (const part of this.#scan.take(chunk)) this.#decode(part);
    if (this.#scan.tooMuch !== undefined) this.#refuse(this.#scan.tooMuch);
  }

  read(): ReceivedBody {
    const isCut = this.#isLonger || this.isEnough;
    const body = this.#read();
    return isCut ? { ...body, isCut } : body;
  }

  #read(): ReceivedBody {
    const bytes = this.#bytes;
    const head = Buffer.concat(this.#head).subarray(0, this.#headLength);
    const { tooDeep } = this.#scan;
    if (tooDeep !== undefined) return { ...unreadBody(head, `${tooDeep}; it was not read`), bytes };
    if (this.#isJson) this.#decode();
    const isUtf8 = this.#isUtf8 && (this.#isJson || isText(head));
    if (!isUtf8) return { ...unreadBody(head, 'it is not valid UTF-8'), bytes };
    const body = readBody(this.#isJson ? this.#text : head.toString(), head);
    if (body.json === undefined) return { ...body, bytes };
    const { names } = this.#scan;
    const oddities = odditiesOf(body.json, { names, isMarked: this.#isMarked });
    return { ...body, bytes, oddities: oddities.length === 0 ? undefined : oddities };
  }

  #keepHead(chunk: Uint8Array): void {
    const missing = LONGEST_TEXT - this.#headLength;
    this.#isLonger ||= chunk.length > missing;
    if (missing <= 0) return;
    const part = chunk.slice(0, missing);
    this.#head.push(part);
    this.#headLength += part.length;
  }

  /** Without bytes: the end. */
  #decode(bytes?: Uint8Array): void {
    try {
      this.#text += this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.#isUtf8 = false;
    }
  }

  #refuse(why: string): never {
    const message = `${this.bounds.what}: the response ${why}; it was not read completely`;
    throw new TransportError('too-long', message);
  }
}

/**
 * Whether the first character other than white space starts a JSON text; undefined if there is
 * none.
 */
function beginsAsJson(chunk: Uint8Array): boolean | undefined {
  for (let at = isMarked(chunk) ? 3 : 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    const isBlank = byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
    if (!isBlank) return BEGINNINGS.includes(byte);
  }
  return undefined;
}

/** Whether it begins with a byte order mark. */
function isMarked(chunk: Uint8Array): boolean {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
}

const BEGINNINGS = [...Buffer.from('[{"-0123456789tfn')];

/** Whether bytes are UTF-8, except for a character cut off at the end. */
function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
