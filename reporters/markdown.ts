import { type Document, type Finding, hasMatrix, IN_FULL, type Part } from './document.js';
import { piece } from './markdown/blocks.js';
import { code, prose, text } from './markdown/escape.js';
import { TONE_MARKS } from './view/signs.js';
import { capitalised, number } from './view/words.js';

/**
 * A document as GitHub's Markdown, for a comment on a pull request or the summary of a step. It is short
 * enough for both, and says what it leaves out. Text that came from an instance is escaped: no markup, no
 * link, no mention.
 */
export function renderMarkdown(document: Document): string {
  const { kind, verdict, statements, head, parts, elsewhere } = document;
  const { word, tone, scope, about } = verdict;
  const [facts, ...more] = statements.map((each) => text(each));
  const named = text(`${capitalised(word)}${scope === undefined ? '' : ` (${scope})`}`);
  const tables = parts.filter(hasMatrix);
  const first = [
    `## ${TONE_MARKS[tone].emoji} ${named}: ${[facts, ...more].join(' · ')}`,
    `${code(about)} · ${text(kind)}`,
    ...head.map(piece),
    ...tables.flatMap(({ blocks }) => blocks.map(piece)),
  ];
  const rest = parts.filter((part) => part.pageOnly !== true && !hasMatrix(part));
  return fitted(first.join('\n\n'), rest.flatMap(sections), prose(elsewhere));
}

/** A part, and a second one of a line each for what is not shown in full. */
function sections({ title, blocks }: Part): Section[] {
  const findings = blocks.filter((block) => block.type === 'finding');
  const rest: Finding[] = findings.slice(IN_FULL);
  const pieces = blocks
    .filter((block) => !rest.some((each) => each === block))
    .flatMap((block) =>
      block.type === 'list'
        ? block.items.map((item) => piece({ type: 'list', items: [item] }))
        : piece(block),
    );
  return [
    { heading: text(title), pieces, isList: blocks.every(({ type }) => type === 'list') },
    {
      heading: `${number(rest.length)} more in short`,
      pieces: rest.map(({ head, brief }) => `- ${code(head)}: ${prose(brief, 150)}`),
      isList: true,
    },
  ];
}

/** A part of the text with a heading, made of pieces that are there whole or not at all. */
interface Section {
  heading: string;
  pieces: readonly string[];
  /** Whether they are the points of one list. */
  isList?: boolean;
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
function fitted(head: string, sections: readonly Section[], elsewhere: string): string {
  const parts = [head];
  let room = LIMIT - SENTENCE - Buffer.byteLength(head);
  const leftOut: string[] = [];
  for (const { heading, pieces, isList } of sections) {
    if (pieces.length === 0) continue;
    const title = `### ${heading}`;
    const taken: string[] = [];
    let used = Buffer.byteLength(title) + 2;
    for (const piece of pieces) {
      if (used + Buffer.byteLength(piece) + 2 > room) break;
      taken.push(piece);
      used += Buffer.byteLength(piece) + 2;
    }
    const missing = pieces.length - taken.length;
    if (missing > 0) leftOut.push(`${missing} of ${pieces.length} of “${heading}”`);
    if (taken.length === 0) continue;
    parts.push(title, taken.join(isList ? '\n' : '\n\n'));
    room -= used;
  }
  if (leftOut.length > 0) {
    parts.push(`**Left out because of GitHub’s size limit: ${leftOut.join(', ')}.** ${elsewhere}`);
  }
  return `${parts.join('\n\n')}\n`;
}
