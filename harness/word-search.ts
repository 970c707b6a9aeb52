/** Where a word was found, or its beginning before an ellipsis: in characters of the text. */
export interface Found {
  start: number;
  end: number;
  /** The word, by the number of it that `add` was given. */
  word: number;
}

/** What each character is compared as, by its code; one that is passed over is PASSED_OVER. */
export type Alphabet = Int32Array;

const PASSED_OVER = -1;

interface Word {
  word: number;
  length: number;
}

const ELLIPSIS = '…'.charCodeAt(0);
const CODES = 0x1_0000;

/** An alphabet by what a character is compared as: nothing if it is passed over. */
export function alphabet(compared: (code: number) => number | undefined): Alphabet {
  return Int32Array.from({ length: CODES }, (_, code) => compared(code) ?? PASSED_OVER);
}

/**
 * Finds any of many words in a text in one pass, however often they begin and do not go on (the automaton of
 * Aho and Corasick).
 */
export class WordSearch {
  readonly #alphabet: Alphabet;
  /** The state behind the beginning, by the character; nearly all of a text is read there. */
  readonly #first = new Uint32Array(CODES);
  /** The next state, by `state * CODES + character`; state 0 is the beginning. */
  readonly #next = new Map<number, number>();
  /** Of each state: how many characters of a word are read, the longest word that ends there, the first that begins so. */
  readonly #depth = [0];
  readonly #ends: (Word | undefined)[] = [undefined];
  readonly #begins = [-1];
  /** The state to go on in where the next character leads nowhere. */
  #fallback: number[] | undefined;

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  /** Adds a word; of several that are alike the first one is found. */
  add(text: string, word: number): void {
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = this.#compared(text, at);
      if (code === PASSED_OVER) continue;
      const key = state * CODES + code;
      const next = this.#next.get(key) ?? this.#depth.length;
      if (next === this.#depth.length) {
        this.#next.set(key, next);
        if (state === 0) this.#first[code] = next;
        this.#depth.push((this.#depth[state] ?? 0) + 1);
        this.#ends.push(undefined);
        this.#begins.push(word);
      }
      state = next;
    }
    if (state !== 0) this.#ends[state] ??= { word, length: this.#depth[state] ?? 0 };
    this.#fallback = undefined;
  }

  /** Every place where a word ends, with the longest that does; and beginnings of so many characters before an ellipsis. */
  find(text: string, telling: number): Found[] {
    const fallback = this.#linked();
    const found: Found[] = [];
    // Where in the text the characters were that the state has read, and more before them.
    let places: number[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = this.#compared(text, at);
      if (state === 0) {
        if (code === PASSED_OVER || this.#first[code] === 0) continue;
        places = [];
      }
      const depth = this.#depth[state] ?? 0;
      if (depth >= telling && text.charCodeAt(at) === ELLIPSIS) {
        const start = places[places.length - depth] ?? at;
        found.push({ start, end: at, word: this.#begins[state] ?? 0 });
      }
      if (code === PASSED_OVER) continue;
      places.push(at);
      let next = this.#next.get(state * CODES + code);
      while (next === undefined && state !== 0) {
        state = fallback[state] ?? 0;
        next = this.#next.get(state * CODES + code);
      }
      state = next ?? 0;
      const ending = this.#ends[state];
      if (ending === undefined) continue;
      const start = places[places.length - ending.length] ?? at;
      found.push({ start, end: at + 1, word: ending.word });
    }
    return found;
  }

  #compared(text: string, at: number): number {
    return this.#alphabet[text.charCodeAt(at)] ?? PASSED_OVER;
  }

  /** Links each state to that of its longest end which is the beginning of a word. */
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
    this.#fallback = fallback;
    return fallback;
  }
}
