/**
 * What a browser would obey rather than show, as for a terminal (reporters/printable.ts), but for
 * the tab and the line break: they are laid out where text is shown as it was.
 */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

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
