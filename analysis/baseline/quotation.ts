/** Maximum length of quoted text. */
const LONGEST = 60;

/** Quotes a text in a message; long texts are shortened. */
export function quotation(text: string): string {
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}…"` : `"${text}"`;
}
