/** The words that forms and lenient parsers accept for true and false. */
const TRUE = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE = ['false', 'f', 'no', 'n', 'off', '0'];

/** Whether two JSON values are equal. */
export function identical(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Whether an instance may return `present` for `sent`: trimmed text, null or an empty string for a
 * missing value, numbers and booleans for words.
 */
export function mayBeShownAs(sent: unknown, present: unknown): boolean {
  if (identical(sent, present)) return true;
  if (typeof present === 'boolean') {
    return (present ? TRUE : FALSE).includes(String(sent).toLowerCase());
  }
  return plain(sent) === plain(present);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return canonical(value);
  return String(value).trim();
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, own: unknown) =>
      typeof own === 'object' && own !== null && !Array.isArray(own)
        ? Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
        : own,
    ) ?? 'nothing'
  );
}
