import {
  type Block,
  type Document,
  type Finding,
  hasMatrix,
  IN_FULL,
  type Part,
} from './document.js';
import { piece } from './markdown/blocks.js';
import { code, prose, text } from './markdown/escape.js';
import { TONE_MARKS } from './view/signs.js';
import { capitalised, number, several } from './view/words.js';

/**
 * A document as GitHub's Markdown, for a comment on a pull request or the summary of a step. It is short
 * enough for both, and says what it leaves out. Text that came from an instance is escaped: no markup, no
 * link, no mention.
 */
export function renderMarkdown(document: Document): string {
  const { kind, verdict, statements, head, parts, elsewhere } = document;
  const { word, tone, scope, about } = verdict;
  const named = text(`${capitalised(word)}${scope === undefined ? '' : ` (${scope})`}`);
  const first = [
    `## ${TONE_MARKS[tone].emoji} ${named}: ${text(statements.join(' · '), STATEMENTS)}`,
    `${code(about)} · ${text(kind)}`,
  ];
  const more = head.length - HEAD;
  const sayings = [
    ...head.slice(0, HEAD).map(piece),
    ...(more > 0 ? [`> and ${number(more)} more`] : []),
  ];
  const tables = parts.filter(hasMatrix).map(
    ({ title, blocks }): Section => ({
      heading: text(title),
      isUntitled: true,
      pieces: blocks.map(piece),
    }),
  );
  const rest = parts.filter((part) => part.pageOnly !== true && !hasMatrix(part));
  return fitted(
    first.join('\n\n'),
    [
      { heading: 'What was tested', isUntitled: true, pieces: sayings },
      ...tables,
      ...rest.flatMap(sections),
    ],
    prose(elsewhere),
  );
}

/** A part, and a second one of a line each for what is not shown in full. */
function sections({ title, blocks }: Part): Section[] {
  const findings = blocks.filter((block) => block.type === 'finding');
  const rest: Finding[] = findings.slice(IN_FULL);
  const isInShort = new Set<Block>(rest);
  const pieces = blocks
    .filter((block) => !isInShort.has(block))
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
  /** Whether the heading is only the name of what is left out. */
  isUntitled?: boolean;
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

/** Characters of the statements that the verdict rests on, and blocks of the head. */
const STATEMENTS = 2000;
const HEAD = 20;

/**
 * The head and then the sections, as far as there is room. Where a piece does not fit, the rest of
 * its section is left out, and the last line says what is missing, how much of it, and where it is (`elsewhere`).
 */
function fitted(head: string, sections: readonly Section[], elsewhere: string): string {
  const parts = [head];
  let room = LIMIT - SENTENCE - Buffer.byteLength(head);
  const leftOut: string[] = [];
  for (const { heading, isUntitled, pieces, isList } of sections) {
    if (pieces.length === 0) continue;
    const title = isUntitled ? [] : [`### ${heading}`];
    const taken: string[] = [];
    let used = size(title);
    for (const piece of pieces) {
      if (used + size([piece]) > room) break;
      taken.push(piece);
      used += size([piece]);
    }
    const missing = pieces.length - taken.length;
    if (missing > 0) leftOut.push(`${missing} of ${pieces.length} of “${heading}”`);
    if (taken.length === 0) continue;
    parts.push(...title, taken.join(isList ? '\n' : '\n\n'));
    room -= used;
  }
  if (leftOut.length > 0) {
    const named = leftOut.join(', ');
    const what = size([named]) < SENTENCE / 2 ? named : several(leftOut.length, 'section');
    parts.push(`**Left out because of GitHub’s size limit: ${what}.** ${elsewhere}`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The bytes of parts, each with an empty line behind it. */
function size(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 0);
}
