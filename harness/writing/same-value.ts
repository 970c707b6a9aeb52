/** What forms and lenient readers take for true and for false. */
const TRUE = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE = ['false', 'f', 'no', 'n', 'off', '0'];

/** Whether two JSON values are the same. */
export function identical(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Whether an instance that was sent `sent` may show it as `present`: text without the blanks around
 * it, nothing as null or as an empty text, numbers and truth values out of the words of a form.
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

/** JSON with the members of objects in order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, own: unknown) =>
      typeof own === 'object' && own !== null && !Array.isArray(own)
        ? Object.fromEntries(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)))
        : own,
    ) ?? 'nothing'
  );
}
