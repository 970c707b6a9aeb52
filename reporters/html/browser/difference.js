/**
 * A part of a text, and whether it is to be marked.
 *
 * @typedef {{ text: string, marked: boolean }} Piece
 */

const WORD = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** Texts that have less than this in common are different as wholes: single letters say nothing. */
const ALIKE = 0.35;

/** Beyond this many pairs of words only what both begin and end with counts as common. */
const MOST_PAIRS = 200_000;

/**
 * Two texts in pieces, with what is in one and not in the other marked. Where they have hardly
 * anything in common, all that was received is.
 *
 * @param {string} expected
 * @param {string} received
 * @returns {{ expected: Piece[], received: Piece[] }}
 */
export function difference(expected, received) {
  const left = expected.match(WORD) ?? [];
  const right = received.match(WORD) ?? [];
  const [keptLeft, keptRight] = common(left, right);
  const shared = weight(left.filter((_, index) => keptLeft[index]));
  if (shared < ALIKE * Math.max(weight(left), weight(right))) {
    return {
      expected: [{ text: expected, marked: false }],
      received: [{ text: received, marked: true }],
    };
  }
  return { expected: pieces(left, keptLeft), received: pieces(right, keptRight) };
}

/**
 * Which words of each text belong to the longest sequence that both have.
 *
 * @param {string[]} left
 * @param {string[]} right
 * @returns {[boolean[], boolean[]]}
 */
function common(left, right) {
  /** @type {boolean[]} */
  const keptLeft = left.map(() => false);
  /** @type {boolean[]} */
  const keptRight = right.map(() => false);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) {
    keptLeft[start] = true;
    keptRight[start] = true;
    start += 1;
  }
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end += 1;
    keptLeft[left.length - end] = true;
    keptRight[right.length - end] = true;
  }
  const rows = left.length - start - end;
  const columns = right.length - start - end;
  if (rows * columns > MOST_PAIRS) return [keptLeft, keptRight];
  const lengths = lengthsOf(left.slice(start, start + rows), right.slice(start, start + columns));
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (left[start + row] === right[start + column]) {
      keptLeft[start + row] = true;
      keptRight[start + column] = true;
      row += 1;
      column += 1;
    } else if (at(lengths, row + 1, column) >= at(lengths, row, column + 1)) row += 1;
    else column += 1;
  }
  return [keptLeft, keptRight];
}

/**
 * The length of the longest common sequence of what is left from each pair of places on.
 *
 * @param {string[]} left
 * @param {string[]} right
 */
function lengthsOf(left, right) {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const line = lengths[row] ?? new Uint32Array();
    for (let column = right.length - 1; column >= 0; column -= 1) {
      line[column] =
        left[row] === right[column]
          ? at(lengths, row + 1, column + 1) + 1
          : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1));
    }
  }
  return lengths;
}

/**
 * @param {Uint32Array[]} lengths
 * @param {number} row
 * @param {number} column
 */
function at(lengths, row, column) {
  return lengths[row]?.[column] ?? 0;
}

/**
 * The signs that mean something.
 *
 * @param {string[]} words
 */
function weight(words) {
  return words.filter((word) => /[\p{L}\p{N}_]/u.test(word)).join('').length;
}

/**
 * @param {string[]} words
 * @param {boolean[]} kept
 * @returns {Piece[]}
 */
function pieces(words, kept) {
  /** @type {Piece[]} */
  const all = [];
  words.forEach((text, index) => {
    const marked = kept[index] !== true;
    const last = all.at(-1);
    if (last?.marked === marked) last.text += text;
    else all.push({ text, marked });
  });
  return all;
}
