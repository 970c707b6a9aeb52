/** The position of a found word, or of its beginning before an ellipsis. */
export interface Found {
  start: number;
  end: number;
  /** The number of the word, as passed to `add`. */
  word: number;
}

/** The character code that each code is compared as, or PASSED_OVER. */
export type Alphabet = Int32Array;

const PASSED_OVER = -1;

interface Word {
  word: number;
  length: number;
}

const ELLIPSIS = '…'.charCodeAt(0);
const CODES = 0x1_0000;

/** The length of a prefix that is rare in other text, so that most of a text is skipped quickly. */
const BEGINNING = 3;
const BITS = 6;
const BEGINNINGS = 2 ** (BEGINNING * BITS);

/** Builds an alphabet from a function; undefined means ignored. */
export function alphabet(compared: (code: number) => number | undefined): Alphabet {
  return Int32Array.from({ length: CODES }, (_, code) => compared(code) ?? PASSED_OVER);
}

/**
 * Finds many words in a text in one linear pass (Aho-Corasick automaton, entered after the prefix
 * of a word).
 */
export class WordSearch {
  readonly #alphabet: Alphabet;
  /** The prefixes of words, by some bits of each character; false positives are possible. */
  readonly #beginnings = new Uint8Array(BEGINNINGS);
  /** The next state, by `state * CODES + character`; state 0 is the start. */
  readonly #next = new Map<number, number>();
  /**
   * Per state: its depth, the longest word that ends there, and the first word with that prefix.
   */
  readonly #depth = [0];
  readonly #ends: (Word | undefined)[] = [undefined];
  readonly #begins = [-1];
  /** The state to continue in if the next character does not match. */
  #fallback: number[] | undefined;

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  /** Adds a word of three characters or more; of equal words the first one is found. */
  add(text: string, word: number): void {
    let state = 0;
    let read = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = this.#compared(text, at);
      if (code === PASSED_OVER) continue;
      const key = state * CODES + code;
      const next = this.#next.get(key) ?? this.#depth.length;
      read = withNext(read, code);
      if (next === this.#depth.length) {
        this.#next.set(key, next);
        const depth = (this.#depth[state] ?? 0) + 1;
        this.#depth.push(depth);
        this.#ends.push(undefined);
        this.#begins.push(word);
        if (depth === BEGINNING) this.#beginnings[read] = 1;
      }
      state = next;
    }
    if (state !== 0) this.#ends[state] ??= { word, length: this.#depth[state] ?? 0 };
    this.#fallback = undefined;
  }

  /**
   * Finds every position where a word ends, with the longest such word, and prefixes of at least
   * `telling` characters before an ellipsis.
   */
  find(text: string, telling: number): Found[] {
    const fallback = this.#linked();
    const [alphabet, beginnings] = [this.#alphabet, this.#beginnings];
    const found: Found[] = [];
    let state = 0;
    let read = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = alphabet[text.charCodeAt(at)] ?? PASSED_OVER;
      if (state !== 0 && text.charCodeAt(at) === ELLIPSIS) {
        const depth = this.#depth[state] ?? 0;
        const word = this.#begins[state] ?? 0;
        if (depth >= telling) found.push({ start: this.#before(text, at, depth), end: at, word });
      }
      if (code === PASSED_OVER) continue;
      read = withNext(read, code);
      let next: number | undefined;
      while (next === undefined && state !== 0) {
        next = this.#next.get(state * CODES + code);
        state = fallback[state] ?? 0;
      }
      state = next ?? 0;
      if (state === 0 && beginnings[read] === 1) state = this.#entered(text, at + 1);
      const ending = state === 0 ? undefined : this.#ends[state];
      if (ending === undefined) continue;
      const start = this.#before(text, at + 1, ending.length);
      found.push({ start, end: at + 1, word: ending.word });
    }
    return found;
  }

  /** The state after the prefix of a word that ends at a position; 0 if there is none. */
  #entered(text: string, end: number): number {
    let state = 0;
    for (let at = this.#before(text, end, BEGINNING); at < end; at += 1) {
      const code = this.#compared(text, at);
      if (code === PASSED_OVER) continue;
      const next = this.#next.get(state * CODES + code);
      if (next === undefined) return 0;
      state = next;
    }
    return (this.#depth[state] ?? 0) < BEGINNING ? 0 : state;
  }

  /** The start of so many characters that end at a position, not counting ignored ones. */
  #before(text: string, end: number, length: number): number {
    let at = end;
    for (let left = length; left > 0 && at > 0; at -= 1) {
      if (this.#compared(text, at - 1) !== PASSED_OVER) left -= 1;
    }
    return at;
  }

  #compared(text: string, at: number): number {
    return this.#alphabet[text.charCodeAt(at)] ?? PASSED_OVER;
  }

  /** Links each state to its longest suffix that is a prefix of a word, if it is long enough. */
  #linked(): readonly number[] {
    if (this.#fallback !== undefined) return this.#fallback;
    const fallback = this.#depth.map(() => 0);
    const edges = [...this.#next].map(([key, next]) => ({
      from: Math.floor(key / CODES),
      code: key % CODES,
      next,
    }));
    edges.sort((a, b) => (this.#depth[a.next] ?? 0) - (this.#depth[b.next] ?? 0));
    for (const { from, code, next } of edges) {
      if (from === 0) continue;
      let state = fallback[from] ?? 0;
      while (state !== 0 && !this.#next.has(state * CODES + code)) state = fallback[state] ?? 0;
      const end = this.#next.get(state * CODES + code) ?? 0;
      fallback[next] = end;
      this.#ends[next] ??= this.#ends[end];
    }
    // Shorter ones are entered again by prefix.
    this.#fallback = fallback.map((state) => ((this.#depth[state] ?? 0) < BEGINNING ? 0 : state));
    return this.#fallback;
  }
}

/** Adds a character to the bits of the last ones. */
function withNext(read: number, code: number): number {
  return ((read << BITS) | (code & (2 ** BITS - 1))) & (BEGINNINGS - 1);
}
