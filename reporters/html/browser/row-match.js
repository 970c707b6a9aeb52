/** @import { View } from './address.js' */

/**
 * A requirement as the filters see it. `signs` are those of the versions that are shown: verdicts,
 * or `expected` for what the baseline expects.
 *
 * @typedef {object} FilteredRow
 * @property {string} chapter
 * @property {string} level
 * @property {string[]} signs
 * @property {() => string} text all that a search looks at, in lower case
 */

/**
 * Whether a view leaves rows out.
 *
 * @param {View} view
 */
export function isFiltering({ verdicts, level, chapter, text }) {
  return verdicts.length > 0 || level !== '' || chapter !== '' || text.trim() !== '';
}

/**
 * Whether a requirement is among those that a view shows: of its level and chapter, with one of
 * the verdicts in some version that is shown, and with every word of the search.
 *
 * @param {View} view
 * @param {FilteredRow} row
 */
export function isShown({ verdicts, level, chapter, text }, row) {
  if (level !== '' && row.level !== level) return false;
  if (chapter !== '' && row.chapter !== chapter) return false;
  if (verdicts.length > 0 && !row.signs.some((sign) => verdicts.includes(sign))) return false;
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => word === '' || row.text().includes(word));
}
