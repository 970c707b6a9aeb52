import { type Document, type Finding, IN_FULL, type Part } from './document.js';
import { piece } from './markdown/blocks.js';
import { code, prose, text } from './markdown/escape.js';
import { fitted, type Section } from './markdown/room.js';
import { capitalised, several } from './view/quantities.js';
import { TONE_MARKS } from './view/signs.js';

/**
 * A document as GitHub's Markdown, for a comment on a pull request or the summary of a step. It is short
 * enough for both, and says what it leaves out. Text that came from an instance is escaped: no markup, no
 * link, no mention.
 */
export function renderMarkdown(document: Document): string {
  const { kind, verdict, statements, head, parts, elsewhere } = document;
  const { word, tone, scope, about } = verdict;
  const [facts, ...more] = statements.map((each) => text(each));
  const named = `${capitalised(word)}${scope === undefined ? '' : ` (${scope})`}`;
  const tables = parts.filter(isMatrix);
  const first = [
    `## ${TONE_MARKS[tone].emoji} ${named}: ${[facts, ...more].join(' · ')}`,
    `${code(about)} · ${text(kind)}`,
    ...head.map(piece),
    ...tables.flatMap(({ blocks }) => blocks.map(piece)),
  ];
  const rest = parts.filter((part) => part.pageOnly !== true && !isMatrix(part));
  return fitted(first.join('\n\n'), rest.flatMap(sections), prose(elsewhere));
}

function isMatrix({ blocks }: Part): boolean {
  return blocks.some(({ type }) => type === 'matrix');
}

/** A part, and a second one of a line each for what is not shown in full. */
function sections({ title, called, blocks }: Part): Section[] {
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
    { heading: text(title), pieces, called, isList: blocks.every(({ type }) => type === 'list') },
    {
      heading: `${several(rest.length, 'more')} in short`,
      pieces: rest.map(({ head, brief }) => `- ${code(head)}: ${prose(brief, 150)}`),
      called: `${called} in short`,
      isList: true,
    },
  ];
}
