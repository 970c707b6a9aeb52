/**
 * What a terminal would obey rather than show: C0, DEL and C1 (ESC among them), the line and
 * paragraph separators, the bidirectional embeddings, overrides and isolates that make text read
 * differently from what it is, and halves of a surrogate pair.
 */
const OBEYED = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes a text from anywhere harmless for a terminal: what would be obeyed is written as an
 * escape such as `\u{1b}`, so that it can be seen. The result is one line; a text that holds
 * nothing of the kind comes back as it is.
 */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
