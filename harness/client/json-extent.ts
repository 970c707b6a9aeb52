/** How many rows of one list are looked at: three times as many as any page that is asked for. */
const MOST_ROWS = 300;

/** How deep values are looked into; the deepest that the specification knows is five. */
const DEEPEST = 200;

/** A string is cut behind so many characters where a text as long as LONG holds it: mails are not kept whole. */
const LONGEST_STRING = 2 ** 16;
const LONG = 2 ** 20;

/**
 * What the parts of a JSON text take in memory, in bytes, with what checks keep of them: Node makes 56
 * bytes of `{}`, and a check notes where it has seen it; a name that is new has a place in tables of its own.
 */
const COST = { object: 256, array: 64, name: 16, newName: 128, string: 32, plain: 16 };

/** How much of a JSON text is worth reading, and what it takes. */
export interface Extent {
  /** Where a list that is too long is to be cut: behind this many characters. */
  cutAt?: number;
  /** Why it is not to be read at all. */
  tooDeep?: string;
  /** How much memory it takes to read and check it, in bytes; more than was allowed if it is too much. */
  cost: number;
  /** What is to be left out, from one character to before another: the ends of very long strings. */
  leftOut: [from: number, to: number][];
}

/**
 * Looks at a JSON text without reading it, in one pass: what is examined may answer anything, and a
 * list of a million rows, arrays within arrays without end or a million empty objects must not bring the
 * run down. What is no JSON is left to whoever reads it. Ends where the cost is more than `most`.
 */
export function extentOf(text: string, most = Number.POSITIVE_INFINITY): Extent {
  const isList = /^\s*\[/.test(text);
  const names = new Set<string>();
  const leftOut: Extent['leftOut'] = [];
  let [string, stringEnd] = [0, 0];
  let depth = 0;
  let rows = 0;
  let cost = 0;
  for (let at = 0; at < text.length && cost <= most; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        string = at;
        at = endOfString(text, at);
        stringEnd = at;
        cost += COST.string + Math.min(stringEnd - string, LONGEST_STRING);
        if (text.length > LONG && stringEnd - string > LONGEST_STRING) {
          leftOut.push([characterAt(text, string + LONGEST_STRING), stringEnd]);
        }
        break;
      case COLON: {
        const name = text.slice(string, stringEnd);
        cost += names.has(name) ? COST.name : COST.newName;
        names.add(name);
        break;
      }
      case OPENING_BRACKET:
      case OPENING_BRACE:
        cost += text.charCodeAt(at) === OPENING_BRACE ? COST.object : COST.array;
        depth += 1;
        if (depth > DEEPEST) {
          return { tooDeep: `it is nested more than ${DEEPEST} deep`, cost, leftOut };
        }
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case COMMA:
        cost += COST.plain;
        if (!isList || depth !== 1) break;
        rows += 1;
        if (rows === MOST_ROWS) return { cutAt: at, cost, leftOut };
    }
  }
  return { cost, leftOut };
}

/** The text as far as it is to be read. */
export function worthReading(text: string, { cutAt, leftOut }: Extent): string {
  const end = cutAt ?? text.length;
  const kept: string[] = [];
  let from = 0;
  for (const [start, next] of leftOut) {
    kept.push(text.slice(from, start));
    from = next;
  }
  kept.push(text.slice(from, end), cutAt === undefined ? '' : ']');
  return kept.join('');
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
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

/** Where the character begins that a place in a string is in: six are one where it is written `\u1234`. */
function characterAt(text: string, at: number): number {
  const before = text.slice(at - 5, at).lastIndexOf('\\');
  if (before === -1) return at;
  const backslash = at - 5 + before;
  return isEscaped(text, backslash) ? at : backslash;
}
