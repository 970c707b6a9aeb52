/** How many items of one list are read: three times the largest page that is requested. */
const MOST_ROWS = 300;

/** The deepest nesting that is read; the specification has five levels. */
const DEEPEST = 200;

/** Longer strings are truncated to so many bytes: strings may contain whole mails. */
const LONGEST_STRING = 2 ** 14;

/**
 * The memory for the parts of a JSON text, in bytes, with the data that checks store for them: Node
 * needs 56 bytes for `{}`, and a check stores its location; a new key needs an entry in a table.
 */
const COST = { object: 256, array: 64, name: 16, newName: 160, string: 32, plain: 16 };

/**
 * Scans a JSON text as its bytes arrive, without parsing it: a hostile response, such as a list of
 * a million items or endless nesting, must not crash the run. Invalid JSON is left to the parser.
 */
export class JsonScan {
  /** The memory for parsing and checking so far, in bytes. */
  cost = 0;
  /** Why the text is not parsed, if it is not. */
  tooDeep: string | undefined;
  /** Whether the rest is ignored: the list is longer than any page, or nested too deep. */
  isEnough = false;
  readonly #names = new Set<string>();
  #isList: boolean | undefined;
  #depth = 0;
  #rows = 0;
  #inString = false;
  /** The length of the current string, or of the last one. */
  #length = 0;
  /** The remaining bytes of an escape; negative if the next byte decides. */
  #escaped = 0;
  #isLeftOut = false;

  /** Scans the next bytes; returns those to store. */
  take(bytes: Uint8Array): Uint8Array[] {
    const kept: Uint8Array[] = [];
    // The starts of the bytes to store, and of the last string.
    let from = this.#isLeftOut ? bytes.length : 0;
    let string = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      // The rest of a truncated string is only searched for its end.
      while (this.#isLeftOut && this.#escaped === 0 && isPlain(bytes[at])) at += 1;
      if (at === bytes.length) break;
      const byte = bytes[at] ?? 0;
      if (this.#inString) {
        const wasLeftOut = this.#isLeftOut;
        this.#passString(byte);
        if (this.#isLeftOut && !wasLeftOut) kept.push(bytes.subarray(from, at));
        if (!this.#isLeftOut && wasLeftOut) from = at;
        if (this.#isLeftOut) from = bytes.length;
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.#inString = true;
          this.#length = 0;
          this.cost += COST.string;
          string = at + 1;
          break;
        case COLON:
          this.#passName(string === -1 ? undefined : bytes.subarray(string, string + this.#length));
          break;
        case OPENING_BRACKET:
        case OPENING_BRACE:
          this.#open(byte);
          break;
        case CLOSING_BRACKET:
        case CLOSING_BRACE:
          this.#depth -= 1;
          break;
        case COMMA:
          this.cost += COST.plain;
          if (this.#isList && this.#depth === 1) this.#rows += 1;
          if (this.#rows !== MOST_ROWS) break;
          this.isEnough = true;
          return [...kept, bytes.subarray(from, at), Buffer.from(']')];
      }
      if (this.isEnough) break;
    }
    return [...kept, bytes.subarray(from)];
  }

  #passString(byte: number): void {
    const isWhole = this.#escaped === 0 && (byte & 0xc0) !== 0x80;
    if (isWhole && byte === QUOTE) {
      this.#inString = false;
      this.#isLeftOut = false;
      return;
    }
    // Neither a multi-byte character nor an escape is split.
    if (isWhole && this.#length >= LONGEST_STRING) this.#isLeftOut = true;
    if (!this.#isLeftOut) this.cost += 1;
    this.#length += 1;
    if (this.#escaped === 0) this.#escaped = byte === BACKSLASH ? ESCAPING : 0;
    else if (this.#escaped === ESCAPING) this.#escaped = byte === SMALL_U ? HEX_DIGITS : 0;
    else this.#escaped -= 1;
  }

  /** A known key was counted as a string, which is corrected; a key in two chunks counts as new. */
  #passName(bytes: Uint8Array | undefined): void {
    const name = bytes === undefined ? undefined : textOf(bytes);
    if (name !== undefined && this.#names.has(name)) {
      this.cost += COST.name - COST.string - Math.min(this.#length, LONGEST_STRING);
      return;
    }
    this.cost += COST.newName;
    if (name !== undefined) this.#names.add(name);
  }

  #open(byte: number): void {
    this.#isList ??= byte === OPENING_BRACKET;
    this.cost += byte === OPENING_BRACE ? COST.object : COST.array;
    this.#depth += 1;
    if (this.#depth <= DEEPEST) return;
    this.tooDeep = `it is nested more than ${DEEPEST} levels deep`;
    this.isEnough = true;
  }
}

/** Whether a byte within a string is neither a quote nor a backslash. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte !== QUOTE && byte !== BACKSLASH;
}

/** Decoded as latin1: equal bytes must give equal keys. */
function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const SMALL_U = 0x75;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const ESCAPING = -1;
const HEX_DIGITS = 4;
