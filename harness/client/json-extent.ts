/** How many rows of one list are looked at: three times as many as any page that is asked for. */
const MOST_ROWS = 300;

/** How deep values are looked into; the deepest that the specification knows is five. */
const DEEPEST = 200;

/** How many values of one answer are looked at. */
const MOST_VALUES = 500_000;

/** How much of a JSON text is worth reading. */
export interface Extent {
  /** Where a list that is too long is to be cut: behind this many characters. */
  cutAt?: number;
  /** Why it is not to be read at all. */
  tooMuch?: string;
}

/**
 * Looks at a JSON text without reading it, in one pass: what is examined may answer anything, and a
 * list of a million rows or arrays within arrays without end must not bring the run down. What is no
 * JSON is left to whoever reads it.
 */
export function extentOf(text: string): Extent {
  const isList = /^\s*\[/.test(text);
  let depth = 0;
  let rows = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        if (depth > DEEPEST) return { tooMuch: `it is nested more than ${DEEPEST} deep` };
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > MOST_VALUES) return { tooMuch: `it holds more than ${MOST_VALUES} values` };
        if (!isList || depth !== 1) break;
        rows += 1;
        if (rows === MOST_ROWS) return { cutAt: at };
    }
  }
  return {};
}

/**
 * The beginning of a body as far as its rows are looked at, where it is a list that long; else
 * nothing. Each byte is taken for a character: what JSON is made of is ASCII, and in UTF-8 no other
 * character holds a byte of it.
 */
export function rowsInFull(bytes: Buffer): Uint8Array | undefined {
  const { cutAt } = extentOf(bytes.toString('latin1'));
  return cutAt === undefined ? undefined : bytes.subarray(0, cutAt + 1);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
