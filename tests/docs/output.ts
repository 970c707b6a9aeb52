/** What differs from run to run, and what stands for it: named, so that a reader can check them. */
const VARYING: Record<string, readonly [RegExp, string]> = {
  'the port of a server': [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  'how long it took': [/\b\d+(\.\d+)? (s|ms)\b/g, 'N s'],
  'how much was sent': [/\b[\d.,]+ (requests?|kB|MB)\b/g, 'N $1'],
  'a random choice': [/\bseed \d+/g, 'seed N'],
  'a day or a moment': [/\b\d{4}-\d\d-\d\d([T ]\d\d:\d\d[\d:.]*Z?)?/g, 'DATE'],
  'where the journal is': [/\/\S*conformance-\S*\.journal\S*/g, 'JOURNAL'],
};

/** Stands for any number of lines that are left out. */
const ELLIPSIS = '…';

function settled(line: string): string {
  return Object.values(VARYING).reduce(
    (text, [pattern, name]) => text.replace(pattern, name),
    line,
  );
}

/** A line without its numbers, which a change of the project may change. */
function uncounted(line: string): string {
  return settled(line)
    .replaceAll(/\d[\d.,]*/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * What a page has to show of an output, if it is to show as much of it as it does: lines that differ
 * in nothing but what varies stay as they are written, those that differ in numbers become what came,
 * `…` leaves out lines up to the one below it, and what does not fit is put in as it came.
 */
export function shownOf(actual: readonly string[], shown: readonly string[]): string[] {
  const result: string[] = [];
  let next = 0;
  for (const [index, line] of shown.entries()) {
    if (line.trim() === ELLIPSIS) {
      next = following(actual, next, shown[index + 1]);
      result.push(line);
      continue;
    }
    const came = actual[next];
    if (came === undefined || uncounted(came) !== uncounted(line)) break;
    result.push(settled(came) === settled(line) ? line : came);
    next += 1;
  }
  return [...result, ...actual.slice(next)];
}

/** Where the line comes that stands below an ellipsis: the end if none does. */
function following(actual: readonly string[], from: number, below: string | undefined): number {
  if (below === undefined) return actual.length;
  const rest = actual.slice(from);
  const exact = rest.findIndex((line) => settled(line) === settled(below));
  const alike = rest.findIndex((line) => uncounted(line) === uncounted(below));
  const found = exact === -1 ? alike : exact;
  return found === -1 ? from : from + found;
}
