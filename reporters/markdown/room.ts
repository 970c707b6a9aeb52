/** A part of the text with a heading, made of pieces that are there whole or not at all. */
export interface Section {
  heading: string;
  pieces: readonly string[];
  /** Whether they are the points of one list. */
  isList?: boolean;
  /** What its pieces are called where some are left out: `failures`. */
  called: string;
}

/**
 * GitHub takes 65,536 characters for a comment and 1 MiB for the summary of a step. Bytes are never
 * fewer than characters, and whoever posts the text may want to put a line before it.
 */
const LIMIT = 60_000;

/** Kept free for the sentence that says what is left out. */
const SENTENCE = 1000;

/**
 * The head and then the sections, as far as there is room. Where a piece does not fit, the rest of
 * its section is left out, and the last line says what is missing, how much of it, and where it is (`elsewhere`).
 */
export function fitted(head: string, sections: readonly Section[], elsewhere: string): string {
  const parts = [head];
  let room = LIMIT - SENTENCE - bytes(head);
  const leftOut: string[] = [];
  for (const { heading, pieces, isList, called } of sections) {
    if (pieces.length === 0) continue;
    const title = `### ${heading}`;
    const taken: string[] = [];
    let used = bytes(title) + 2;
    for (const piece of pieces) {
      if (used + bytes(piece) + 2 > room) break;
      taken.push(piece);
      used += bytes(piece) + 2;
    }
    const missing = pieces.length - taken.length;
    if (missing > 0) leftOut.push(`${missing} of ${pieces.length} ${called}`);
    if (taken.length === 0) continue;
    parts.push(title, taken.join(isList ? '\n' : '\n\n'));
    room -= used;
  }
  if (leftOut.length > 0) parts.push(sentence(leftOut, elsewhere));
  return `${parts.join('\n\n')}\n`;
}

function sentence(leftOut: readonly string[], elsewhere: string): string {
  return `**Left out because of GitHub’s size limit: ${leftOut.join(', ')}.** ${elsewhere}`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
