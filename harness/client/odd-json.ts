/** What parsers of JSON read in different ways. */
export const ODD_JSON = ['byte-order-mark', 'repeated-name', 'inexact-number'] as const;

/** An oddity of a JSON text. */
export type OddJson = (typeof ODD_JSON)[number];

/**
 * Returns what is odd about a JSON text. `names` is how many names its objects have in the text: of one that
 * is there twice, JavaScript keeps the last value. A number beyond 2^53 becomes another one in JavaScript.
 */
export function odditiesOf(
  json: unknown,
  { names, isMarked }: { names: number; isMarked: boolean },
): OddJson[] {
  let kept = 0;
  let isInexact = false;
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'number') isInexact ||= !isExact(value);
    if (typeof value !== 'object' || value === null) continue;
    const own = Object.values(value);
    if (!Array.isArray(value)) kept += own.length;
    for (const each of own) left.push(each);
  }
  const found: Record<OddJson, boolean> = {
    'byte-order-mark': isMarked,
    'repeated-name': names > kept,
    'inexact-number': isInexact,
  };
  return ODD_JSON.filter((oddity) => found[oddity]);
}

/** Whether a URL has a number that JavaScript cannot represent, as a rounded id is one. */
export function hasInexactNumber(url: string): boolean {
  return (url.match(/\d{16,}/g) ?? []).some((digits) => !isExact(Number(digits)));
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
