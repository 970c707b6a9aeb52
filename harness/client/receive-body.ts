import { LONGEST_TEXT, type ReadBody, readBody, unreadBody } from './answer.js';
import { JsonScan } from './json-scan.js';
import type { MemoryBudget } from './memory-budget.js';
import { TransportError } from './transport-error.js';
import type { Turns } from './turns.js';

/** A body that was read, as far as it is looked at. */
export interface ReceivedBody extends ReadBody {
  /** How many bytes came, unpacked. */
  bytes: number;
  /** What it takes in memory, in bytes, as `JsonScan` counts. */
  cost: number;
}

/** Within which limits a body is received. */
export interface Bounds {
  /** The most bytes that may come, unpacked. */
  maxBytes: number;
  budget: MemoryBudget;
  /** Long JSON is received and read one after the other: each takes several times its length. */
  turns: Turns;
  /** Ends the waiting for a turn. */
  signal: AbortSignal;
  /** Names the request, for errors. */
  what: string;
  /** How the body was packed, for errors. */
  codings: readonly string[];
}

/** JSON that is longer waits for its turn. */
const LONG_JSON = 2 ** 19;

/**
 * Receives a body to its end and reads it: of a list no more than its rows are looked at, and of what is
 * no JSON the beginning. Throws a TransportError for one that is more than allowed.
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
  /** The first bytes; of JSON the rest is kept as text only. */
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #text = '';
  /** How many bytes came. */
  #bytes = 0;
  /** Whether it begins as JSON does; unknown before it has begun. */
  #isJson: boolean | undefined;
  #isUtf8 = true;

  constructor(private readonly bounds: Bounds) {}

  /** Whether it is JSON that is received by itself. */
  get isLong(): boolean {
    return this.#text.length > LONG_JSON;
  }

  /** Whether more of it would not be looked at. */
  get isEnough(): boolean {
    return this.#scan.isEnough || !this.#isUtf8;
  }

  /** Takes what came. Throws a TransportError if it is too much by now. */
  add(chunk: Uint8Array): void {
    const { maxBytes, codings, budget } = this.bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      const packed = codings.length === 0 ? '' : ` when unpacked (${codings.join(', ')})`;
      this.#refuse(`the answer is longer than ${maxBytes} bytes${packed}; it was not read on`);
    }
    this.#isJson ??= beginsAsJson(chunk);
    // Blanks before it are nothing.
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
      return { ...unreadBody(head, `${tooDeep}, and was not read`), ...measured };
    if (this.#isJson) this.#decode();
    const isUtf8 = this.#isUtf8 && (this.#isJson || isText(head));
    if (!isUtf8) return { ...unreadBody(head, 'its bytes are no UTF-8'), ...measured };
    return { ...readBody(this.#isJson ? this.#text : head.toString(), head), ...measured };
  }

  #keepHead(chunk: Uint8Array): void {
    const missing = LONGEST_TEXT - this.#headLength;
    if (missing <= 0) return;
    const part = chunk.slice(0, missing);
    this.#head.push(part);
    this.#headLength += part.length;
  }

  /** Without bytes: that was the end. */
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

/** Whether the first character that is no blank begins a JSON text; unknown where all are blanks. */
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

/** Whether bytes are UTF-8, but for a character that is cut off at their end. */
function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
