/** How many rows of one list are looked at: three times as many as any page that is asked for. */
const MOST_ROWS = 300;

/** How deep values are looked into; the deepest that the specification knows is five. */
const DEEPEST = 200;

/** Of a longer string the beginning is read, of so many bytes: whole mails stand in strings. */
const LONGEST_STRING = 2 ** 14;

/**
 * What the parts of a JSON text take in memory, in bytes, with what checks keep of them: Node makes 56
 * bytes of `{}`, and a check notes where it has seen it; a name that is new has a place in tables of its own.
 */
const COST = { object: 256, array: 64, name: 16, newName: 160, string: 32, plain: 16 };

/**
 * Looks at a JSON text without reading it, as its bytes come in: what is examined may answer anything, and
 * a list of a million rows, arrays within arrays without end or a million empty objects must not bring
 * the run down. What is no JSON is left to whoever reads it.
 */
export class JsonScan {
  /** How much memory it takes so far to read and check it, in bytes. */
  cost = 0;
  /** Why it is not to be read, if it is not. */
  tooDeep: string | undefined;
  /** Whether what comes next is not to be read: the list is longer than any page, or it is too deep. */
  isEnough = false;
  readonly #names = new Set<string>();
  #isList: boolean | undefined;
  #depth = 0;
  #rows = 0;
  #inString = false;
  /** How long the string is so far, or the one before. */
  #length = 0;
  /** How many more bytes belong to an escaped character; negative where the next one says so. */
  #escaped = 0;
  #isLeftOut = false;

  /** Looks at the next bytes; returns what is to be kept of them. */
  take(bytes: Uint8Array): Uint8Array[] {
    const kept: Uint8Array[] = [];
    // What is kept begins here, and the string before a colon.
    let from = this.#isLeftOut ? bytes.length : 0;
    let string = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      // Of what is left out only its end is looked for, in the less time.
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
    // Neither a character of several bytes nor an escaped one is cut.
    if (isWhole && this.#length >= LONGEST_STRING) this.#isLeftOut = true;
    if (!this.#isLeftOut) this.cost += 1;
    this.#length += 1;
    if (this.#escaped === 0) this.#escaped = byte === BACKSLASH ? ESCAPING : 0;
    else if (this.#escaped === ESCAPING) this.#escaped = byte === SMALL_U ? HEX_DIGITS : 0;
    else this.#escaped -= 1;
  }

  /** A name that is known was counted as a string and is none; one that came in two parts is taken for new. */
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
    this.tooDeep = `it is nested more than ${DEEPEST} deep`;
    this.isEnough = true;
  }
}

/** Whether a byte within a string neither ends it nor says how the next one is to be read. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte !== QUOTE && byte !== BACKSLASH;
}

/** Each byte taken for a character: it only has to be the same for the same name. */
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
