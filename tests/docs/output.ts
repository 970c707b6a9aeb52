/** What differs from run to run, and what stands for it: named, so that a reader can check them. */
const VARYING: Record<string, readonly [RegExp, string]> = {
  'the port of a server': [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  'how long it took': [/\b\d+(\.\d+)? (s|ms)\b/g, 'N s'],
  'how much was sent': [/\b[\d.,]+ (requests?|kB|MB)\b/g, 'N $1'],
  'a list that was slow on a busy machine': [/ · \d+ lists? slower\b/g, ''],
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
 * The output as a page should show it. Lines that differ only in varying values stay as written. A line
 * with other numbers or words is replaced by the actual line. `…` omits lines up to the line below it; if
 * that line is missing, the most similar line stands for it, or the end of the output if it is the last.
 */
export function shownOf(actual: readonly string[], shown: readonly string[]): string[] {
  const result: string[] = [];
  let next = 0;
  for (const [index, line] of shown.entries()) {
    if (line.trim() === ELLIPSIS) {
      next = following(actual, next, shown.slice(index + 1));
      result.push(line);
      continue;
    }
    const came = actual[next];
    if (came === undefined) break;
    result.push(settled(came) === settled(line) ? line : came);
    next += 1;
  }
  return [...result, ...actual.slice(next)];
}

/** Finds the first of the lines below an ellipsis. Without any, an ellipsis omits all lines to the end. */
function following(actual: readonly string[], from: number, below: readonly string[]): number {
  const [first] = below;
  if (first === undefined) return actual.length;
  const rest = actual.slice(from);
  const exact = rest.findIndex((line) => settled(line) === settled(first));
  if (exact !== -1) return from + exact;
  const alike = rest.findIndex((line) => uncounted(line) === uncounted(first));
  if (alike !== -1) return from + alike;
  const isTail = !below.some((line) => line.trim() === ELLIPSIS);
  if (isTail) return Math.max(from, actual.length - below.length);
  const scores = rest.map((line) => similarity(line, first));
  return from + Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** The share of words that two lines have in common. */
function similarity(one: string, other: string): number {
  const [a, b] = [new Set(uncounted(one).split(' ')), new Set(uncounted(other).split(' '))];
  const common = [...a].filter((word) => b.has(word)).length;
  return common / Math.max(1, a.size + b.size - common);
}
