/** Enough to know a text again. */
const LONGEST = 60;

/** A text between quotation marks, as a message quotes it: only the beginning of a long one. */
export function quotation(text: string): string {
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}…"` : `"${text}"`;
}
