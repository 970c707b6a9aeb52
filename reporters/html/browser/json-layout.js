/** @import { Piece } from './difference.js' */

const TOKEN = /\s+|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[-+.\w]+/suy;

/**
 * A container that is open. `at` is the key or index of the value that comes next.
 *
 * @typedef {{ list: boolean, at: string, index: number, empty: boolean, keyNext: boolean }} Frame
 */

/**
 * JSON on indented lines, token for token as it came, with the value that a JSON pointer leads to
 * marked. Of a body that was cut, what follows the last whole token stays as it is.
 * Gives nothing for a text that is no JSON object or array.
 *
 * @param {string} text
 * @param {string | undefined} pointer
 * @param {boolean} isCut whether the text is no more than the beginning of a body
 * @returns {Piece[] | undefined}
 */
export function layOutJson(text, pointer, isCut = false) {
  if (!/^\s*[{[]/.test(text) || !(isCut || isJson(text))) return undefined;
  return new Layout(pointer).of(text);
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

class Layout {
  /** @type {Piece[]} */
  #pieces = [];
  /** @type {Frame[]} */
  #frames = [];
  /** @type {string[]} */
  #target;
  /** How deep the marked value lies, while it lasts. */
  #markedAt = -1;

  /** @param {string | undefined} pointer */
  constructor(pointer) {
    this.#target = (pointer ?? '')
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }

  /** @param {string} text */
  of(text) {
    let position = 0;
    while (position < text.length) {
      TOKEN.lastIndex = position;
      const token = TOKEN.exec(text)?.[0];
      if (token === undefined) break;
      if (!/^\s/.test(token)) this.#take(token);
      position += token.length;
    }
    this.#write(text.slice(position));
    return this.#pieces;
  }

  /** @param {string} token */
  #take(token) {
    const top = this.#frames.at(-1);
    if (token === '}' || token === ']') this.#close();
    else if (token === ':') this.#write(': ');
    else if (token === ',') this.#next(top);
    else if (top?.keyNext) this.#key(top, token);
    else this.#value(top, token);
  }

  /** @param {Frame | undefined} top */
  #next(top) {
    this.#write(',');
    this.#newLine();
    if (top === undefined) return;
    top.index += 1;
    top.at = String(top.index);
    top.keyNext = !top.list;
  }

  /**
   * @param {Frame} top
   * @param {string} token
   */
  #key(top, token) {
    if (top.empty) this.#newLine();
    top.empty = false;
    top.keyNext = false;
    top.at = isJson(token) ? String(JSON.parse(token)) : token;
    this.#write(token);
  }

  /**
   * @param {Frame | undefined} top
   * @param {string} token
   */
  #value(top, token) {
    if (top?.list && top.empty) this.#newLine();
    if (top?.list) top.empty = false;
    if (this.#isTarget()) this.#markedAt = this.#frames.length;
    this.#write(token);
    if (token === '{' || token === '[') {
      const list = token === '[';
      this.#frames.push({ list, at: '0', index: 0, empty: true, keyNext: !list });
    } else this.#ended();
  }

  #close() {
    const closed = this.#frames.pop();
    if (closed?.empty === false) this.#newLine();
    this.#write(closed?.list ? ']' : '}');
    this.#ended();
  }

  #ended() {
    if (this.#markedAt === this.#frames.length) this.#markedAt = -1;
  }

  #isTarget() {
    return (
      this.#target.length > 0 &&
      this.#target.length === this.#frames.length &&
      this.#frames.every(({ at }, depth) => at === this.#target[depth])
    );
  }

  /** What indents a line is not marked: the mark is of the value. */
  #newLine() {
    this.#write(`\n${'  '.repeat(this.#frames.length)}`, false);
  }

  /** @param {string} text */
  #write(text, marked = this.#markedAt >= 0) {
    const last = this.#pieces.at(-1);
    if (last?.marked === marked) last.text += text;
    else if (text !== '') this.#pieces.push({ text, marked });
  }
}
