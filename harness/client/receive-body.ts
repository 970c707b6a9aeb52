import { type ReadBody, readBody } from './answer.js';
import { extentOf } from './json-extent.js';
import type { MemoryBudget } from './memory-budget.js';
import { TransportError } from './transport-error.js';
import type { Turns } from './turns.js';

/** A body that was read, as far as it is looked at. */
export interface ReceivedBody extends ReadBody {
  /** How many bytes came, unpacked. */
  bytes: number;
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

/** How much of a body is received before it is looked at whether enough of a list is there. */
const FIRST_LOOK = 2 ** 18;

/** JSON that is longer waits for its turn. */
const LONG_JSON = 2 ** 19;

/** How much is kept of a body that is no JSON, in bytes: a little more than any check looks at. */
const HEAD = 20_480;

/**
 * Receives a body to its end and reads it: of a list no more than its rows are looked at, and of what is
 * no JSON the beginning is kept. Throws a TransportError for one that is more than allowed.
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
      if (received.isEnough()) break;
    }
    return received.read();
  } finally {
    endTurn?.();
  }
}

class Received {
  readonly #chunks: Uint8Array[] = [];
  /** How many bytes came, and how many of them were kept. */
  #bytes = 0;
  #kept = 0;
  /** Whether it begins as JSON does; unknown before it has begun. */
  #isJson: boolean | undefined;
  #nextLook = FIRST_LOOK;

  constructor(private readonly bounds: Bounds) {}

  /** Whether it is JSON that is read by itself. */
  get isLong(): boolean {
    return this.#isJson === true && this.#kept > LONG_JSON;
  }

  add(chunk: Uint8Array): void {
    const { maxBytes, codings } = this.bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      const packed = codings.length === 0 ? '' : ` when unpacked (${codings.join(', ')})`;
      this.#refuse(`the answer is longer than ${maxBytes} bytes${packed}; it was not read on`);
    }
    this.#isJson ??= beginsAsJson(chunk);
    // Blanks before it are nothing, and behind the head of what is no JSON nothing is looked at.
    if (this.#isJson === undefined || (!this.#isJson && this.#kept > HEAD)) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }

  /** Whether more of it would not be looked at. Throws a TransportError if it is too much by now. */
  isEnough(): boolean {
    if (this.#isJson !== true) return false;
    this.#refuse(this.bounds.budget.whyNot(this.#kept));
    if (this.#kept < this.#nextLook) return false;
    // Twice as much the next time: however long it is, each byte is looked at twice at the most.
    this.#nextLook = this.#kept * 2;
    const whole = this.#joined();
    // Each byte is taken for a character: what JSON is made of is ASCII, and no other character holds a byte of it.
    const { cutAt, tooDeep, cost } = extentOf(whole.toString('latin1'), this.bounds.budget.most);
    this.#refuse(this.bounds.budget.whyNot(this.#kept, cost));
    if (cutAt === undefined) return tooDeep !== undefined;
    this.#chunks[0] = whole.subarray(0, cutAt + 1);
    return true;
  }

  read(): ReceivedBody {
    const bytes = this.#joined();
    const body = readBody(this.#isJson === true ? bytes : headOf(bytes), this.bounds.budget.most);
    this.#refuse(this.bounds.budget.whyNot(bytes.length, body.cost));
    return { ...body, bytes: this.#bytes };
  }

  #joined(): Buffer {
    const whole = Buffer.concat(this.#chunks);
    this.#chunks.splice(0, this.#chunks.length, whole);
    return whole;
  }

  #refuse(why: string | undefined): void {
    if (why !== undefined) throw new TransportError('too-long', `${this.bounds.what}: ${why}`);
  }
}

/** Whether the first character that is no blank begins a JSON text; unknown where all are blanks. */
function beginsAsJson(chunk: Uint8Array): boolean | undefined {
  const isMarked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
  const first = chunk.subarray(isMarked ? 3 : 0).find((byte) => !BLANKS.includes(byte));
  return first === undefined ? undefined : BEGINNINGS.includes(first);
}

const BLANKS = [...Buffer.from(' \t\r\n')];

const BEGINNINGS = [...Buffer.from('[{"-0123456789tfn')];

/** The beginning of a text, ended where a character ends. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= HEAD) return bytes;
  let end = HEAD;
  while (end > HEAD - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
