/**
 * What a browser would obey rather than show, as for a terminal (reporters/printable.ts), but for
 * the tab and the line break: they are laid out where text is shown as it was.
 */
const OBEYED =
  /(?![\t\n\u00ad\u200b-\u200d\u0600-\u0605\u06dd\u070f\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029\u2060-\u206f\u{e0000}-\u{e00ff}]/gu;

/**
 * The text with what would be obeyed written as an escape such as `\u{1b}`, so that it can be seen.
 *
 * @param {string} text
 * @returns {string}
 */
export function harmless(text) {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
