import { element } from './element.js';

/** @import { Piece } from './difference.js' */

/**
 * A sentence with what stands between backticks as code.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function withCode(text) {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));
}

/**
 * Pieces of a text, with what is marked in `mark`.
 *
 * @param {readonly Piece[]} parts
 * @returns {(Node | string)[]}
 */
export function marked(parts) {
  return parts.map(({ text, marked: differs }) => (differs ? element('mark', {}, text) : text));
}
