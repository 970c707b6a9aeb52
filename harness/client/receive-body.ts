import { LONGEST_TEXT, type ReadBody, readBody, unreadBody } from './answer.js';
import { JsonScan } from './json-scan.js';
import type { MemoryBudget } from './memory-budget.js';
import { TransportError } from './transport-error.js';
import type { Turns } from './turns.js';

/** A received body, as far as it is read. */
export interface ReceivedBody extends ReadBody {
  /** The number of decoded bytes. */
  bytes: number;
  /** The memory that it needs, in bytes, as counted by `JsonScan`. */
  cost: number;
}

/** The limits for receiving a body. */
export interface Bounds {
  /** The limit for decoded bytes. */
  maxBytes: number;
  budget: MemoryBudget;
  /**
   * Long JSON is received one response at a time, because parsing needs several times its length.
   */
  turns: Turns;
  /** Aborts waiting. */
  signal: AbortSignal;
  /** The request, for error messages. */
  what: string;
  /** The codings, for error messages. */
  codings: readonly string[];
}

/** Longer JSON waits for its turn. */
const LONG_JSON = 2 ** 19;

/**
 * Receives and parses a body: of a list only the first items, of other text only the beginning.
 * Throws a TransportError if it exceeds a limit.
 */
export async function receiveBody(
  body: AsyncIterable<Uint8Array>,
  bounds: Bounds,
): Promise<ReceivedBody> {
  const { turns, signal } = bounds;
  const received = new Received(bounds);
  let endTurn: (() => void) | undefined;
  try {
    for await (const chunk of body) {
      received.add(chunk);
      if (received.isLong) endTurn ??= await turns.next(signal);
      if (received.isEnough) break;
    }
    return received.read();
  } finally {
    endTurn?.();
  }
}

class Received {
  readonly #scan = new JsonScan();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The first bytes; the rest of JSON is stored as text only. */
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #text = '';
  /** The number of bytes received. */
  #bytes = 0;
  /** Whether it starts like JSON; undefined until the first character. */
  #isJson: boolean | undefined;
  #isUtf8 = true;

  constructor(private readonly bounds: Bounds) {}

  /** Whether it is JSON that needs a turn of its own. */
  get isLong(): boolean {
    return this.#text.length > LONG_JSON;
  }

  /** Whether the rest would be ignored. */
  get isEnough(): boolean {
    return this.#scan.isEnough || !this.#isUtf8;
  }

  /** Adds a chunk. Throws a TransportError if a limit is exceeded. */
  add(chunk: Uint8Array): void {
    const { maxBytes, codings, budget } = this.bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      const packed = codings.length === 0 ? '' : ` when decoded (${codings.join(', ')})`;
      this.#refuse(
        `the response is longer than ${maxBytes} bytes${packed}; it was not read completely`,
      );
    }
    this.#isJson ??= beginsAsJson(chunk);
    // Leading white space is ignored.
    if (this.#isJson === undefined) return;
    this.#keepHead(chunk);
    if (!this.#isJson) return;
    for (const part of this.#scan.take(chunk)) this.#decode(part);
    this.#refuse(budget.whyNot(this.#text.length, this.#scan.cost));
  }

  read(): ReceivedBody {
    const measured = { bytes: this.#bytes, cost: this.#scan.cost };
    const head = Buffer.concat(this.#head).subarray(0, this.#headLength);
    const { tooDeep } = this.#scan;
    if (tooDeep !== undefined)
      return { ...unreadBody(head, `${tooDeep}; it was not read`), ...measured };
    if (this.#isJson) this.#decode();
    const isUtf8 = this.#isUtf8 && (this.#isJson || isText(head));
    if (!isUtf8) return { ...unreadBody(head, 'it is not valid UTF-8'), ...measured };
    return { ...readBody(this.#isJson ? this.#text : head.toString(), head), ...measured };
  }

  #keepHead(chunk: Uint8Array): void {
    const missing = LONGEST_TEXT - this.#headLength;
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

  #refuse(why: string | undefined): void {
    if (why !== undefined) throw new TransportError('too-long', `${this.bounds.what}: ${why}`);
  }
}

/**
 * Whether the first character other than white space starts a JSON text; undefined if there is
 * none.
 */
function beginsAsJson(chunk: Uint8Array): boolean | undefined {
  const isMarked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
  for (let at = isMarked ? 3 : 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    const isBlank = byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
    if (!isBlank) return BEGINNINGS.includes(byte);
  }
  return undefined;
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
