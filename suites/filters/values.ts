/** How many values of each filter are considered. */
const MOST_VALUES = 8;

/**
 * The values that rows have, such as tell most. A value that another one begins with comes first: it
 * tells an instance that compares beginnings. Then the more rows a value selects, the more they show;
 * that it keeps some out is seen to elsewhere.
 */
export function tellingFirst(own: readonly (string | undefined)[]): string[] {
  const times = new Map<string, number>();
  for (const value of own) {
    if (value !== undefined) times.set(value, (times.get(value) ?? 0) + 1);
  }
  const known = [...times.keys()];
  const beginnings = new Set(
    known.filter((value) => {
      const beginning = beginningOf(value);
      return known.some((other) => other !== value && other.startsWith(beginning));
    }),
  );
  const begins = (value: string) => beginnings.has(value);
  const values = [...times]
    .sort(([a, x], [b, y]) => Number(begins(b)) - Number(begins(a)) || y - x)
    .map(([value]) => value);
  const telling = values.filter(begins).slice(0, MOST_VALUES);
  // Spread over all of them: of times the first few would lie close together.
  const step = Math.max(1, Math.floor(values.length / MOST_VALUES));
  const spread = values.filter((_, index) => index % step === 0).slice(0, MOST_VALUES);
  return [...new Set([...telling, ...spread])];
}

/** Of an address the part before the `@`: writer1@ begins as writer10@ does. */
export function beginningOf(value: string): string {
  return value.replace(/(.)@.*$/s, '$1');
}
