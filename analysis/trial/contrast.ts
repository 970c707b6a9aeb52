import { cut as beginning } from '../../harness/masked.js';

/** Characters of a value in a report. */
const LONGEST_VALUE = 300;

/** Characters shown before the place where two texts differ. */
const CONTEXT = 40;

/** Kept around the place where two texts differ until they are masked: more than any secret in any form. */
const MARGIN = 20_000;

/** What of two texts is around the place where they differ, to be masked and then contrasted. */
export function around(one: string, other: string): [string, string] {
  const from = Math.max(0, sameStart(one, other) - MARGIN);
  // The ellipsis tells the beginning of a secret.
  const part = (text: string) => beginning(text.slice(from), 2 * MARGIN);
  return [part(one), part(other)];
}

/** Two long texts from shortly before the place where they differ. */
export function contrasted(one: string, other: string): [string, string] {
  const from = Math.max(0, sameStart(one, other) - CONTEXT);
  const part = (text: string) => cut(from === 0 ? text : `…${text.slice(from)}`);
  return [part(one), part(other)];
}

/** How many characters two texts have in common at their start. */
export function sameStart(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same;
}

/** The beginning of a body on one line. */
export function excerpt(body: string): string {
  return cut(body.replace(/\s+/g, ' ').trim());
}

/** The beginning of a long value. */
export function cut(text: string): string {
  return beginning(text, LONGEST_VALUE);
}
