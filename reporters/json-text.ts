/** What may stand in JSON as it is, and what a terminal or an editor would obey nevertheless. */
const OBEYED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as JSON, indented by two blanks. What a terminal would obey is written as an escape, which
 * reads back as the same value; such characters stand in JSON within strings only.
 */
export function jsonText(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, 2).replace(OBEYED, escaped)}\n`;
}
