/** How many items of one list are read: more than the largest page that is requested, of 250. */
export const MOST_ROWS = 300;

/** The deepest nesting that is read; the specification has five levels. */
const DEEPEST = 200;

/** The most values: a page of 250 bundles of 50 patches has as many. */
const MOST_VALUES = 100_000;

/** The longest text that is parsed, in bytes. */
const LONGEST_JSON = 8_000_000;

/**
 * Scans a JSON text as its bytes arrive, without parsing it: a hostile response, such as a list of
 * a million items or endless nesting, must not crash the run. Invalid JSON is left to the parser.
 */
export class JsonScan {
  /** How the text is nested too deep, if it is; it is then no JSON that anybody could read. */
  tooDeep: string | undefined;
  /** Which limit was exceeded, if one was. */
  tooMuch: string | undefined;
  /** Whether the rest is ignored: the list is longer than any page, or nested too deep. */
  isEnough = false;
  /** How many names the objects had. */
  names = 0;
  #isList: boolean | undefined;
  #depth = 0;
  #rows = 0;
  #values = 0;
  #bytes = 0;
  #inString = false;
  #isEscaped = false;

  /** Scans the next bytes; returns those to store. */
  take(bytes: Uint8Array): Uint8Array[] {
    for (let at = 0; at < bytes.length && !this.isEnough; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#inString) {
        // No byte of a longer character is one of these.
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) this.#open(byte);
      else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) this.#depth -= 1;
      else if (byte === COLON) this.names += 1;
      else if (byte === COMMA) {
        this.#count();
        if (this.#isList && this.#depth === 1) this.#rows += 1;
        if (this.#rows !== MOST_ROWS) continue;
        this.isEnough = true;
        return [bytes.subarray(0, at), Buffer.from(']')];
      }
    }
    this.#bytes += bytes.length;
    if (this.#bytes > LONGEST_JSON)
      this.tooMuch ??= `is JSON and longer than ${LONGEST_JSON} bytes`;
    return [bytes];
  }

  #open(byte: number): void {
    this.#isList ??= byte === OPENING_BRACKET;
    this.#count();
    this.#depth += 1;
    if (this.#depth <= DEEPEST) return;
    this.tooDeep = `it is nested more than ${DEEPEST} levels deep`;
    this.isEnough = true;
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MOST_VALUES) this.tooMuch ??= `is JSON of more than ${MOST_VALUES} values`;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
