/** Maximum number of suggestions. */
const MOST = 5;

/** Maximum edit distance of a suggestion. */
const SLIP = 2;

/** Longer names get no suggestions. */
const LONGEST = 80;

/** Returns the names most similar to an unknown one, the most similar first. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase().slice(0, LONGEST);
  const near = known
    .map((each) => ({ each, far: distance(wanted, each.toLowerCase()) }))
    .filter(({ each, far }) => far <= Math.max(SLIP, each.length / 3) || shares(wanted, each))
    .sort((a, b) => a.far - b.far);
  // If a name differs by one letter, the others are not meant.
  const slips = near.filter(({ far }) => far <= SLIP);
  return (slips.length > 0 ? slips : near).slice(0, MOST).map(({ each }) => each);
}

/** Whether two names have a word in common, such as `comments` and `cover-comments`. */
function shares(name: string, known: string): boolean {
  const words = (text: string) => text.split(/[^a-z0-9]+/).filter((word) => word.length > 3);
  return words(name).some((word) => words(known).includes(word));
}

/** The edit distance of two names. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, sign] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const changed = (row[column] ?? 0) + (sign === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
