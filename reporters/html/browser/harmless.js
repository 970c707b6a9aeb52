/**
 * Characters that a browser would obey rather than show, as in reporters/printable.ts, except the tab
 * and the line break.
 */
const OBEYED =
  /(?![\t\n\u00ad\u200b-\u200d\u0600-\u0605\u06dd\u070f\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029\u2060-\u206f\u{e0000}-\u{e00ff}]/gu;

/**
 * Returns the text with these characters as visible escapes such as `\u{1b}`.
 *
 * @param {string} text
 * @returns {string}
 */
export function harmless(text) {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
