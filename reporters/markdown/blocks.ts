import type { Block, Evidence, Fact, Finding, Item, Mark, Matrix, Table } from '../document.js';
import { TONE_MARKS } from '../view/signs.js';
import { countText, listed, number, several } from '../view/words.js';
import { code, fenced, prose, proseWithAddresses, text } from './escape.js';

/** Characters of one value from elsewhere, and of a command. */
const VALUE = 300;
const COMMAND = 3000;

/** Ids named of a list, rows of a table, and signs that a cell of the matrix counts. */
const NAMED = 10;
const ROWS = 60;
const SIGNS = 3;

/** A block as Markdown. */
export function piece(block: Block): string {
  switch (block.type) {
    case 'facts':
      return block.facts.map(factText).join('\n');
    case 'text':
      return block.look === 'warning'
        ? `> ${TONE_MARKS.open.emoji} ${prose(block.text, 1000)}`
        : prose(block.text, 1000);
    case 'list':
      return block.items.map(itemText).join('\n');
    case 'command':
      return block.label === undefined
        ? fenced(block.text, '')
        : `- ${text(block.label)}: ${code(block.text, COMMAND)}`;
    case 'table':
      return tableText(block);
    case 'matrix':
      return matrixText(block);
    case 'finding':
      return findingText(block);
  }
}

function factText([name, value]: Fact): string {
  return `- ${name === '' ? '' : `${text(name)}: `}${code(value, VALUE)}`;
}

function itemText({ mark, text: said, ids = [] }: Item): string {
  const sign = mark === undefined ? '' : `${mark.emoji} `;
  return `- ${sign}${proseWithAddresses(said)}${ids.length === 0 ? '' : ` (${named(ids)})`}`;
}

function named(ids: readonly string[]): string {
  return listed(
    ids.map((id) => code(id)),
    NAMED,
  );
}

function tableText({ caption, columns, rows, legend }: Table): string {
  const lines = rows.map(({ name, about, cells }) => [
    about === undefined ? text(name) : `${text(name)} (${text(about)})`,
    ...cells.map((cell) => text(cell.text)),
  ]);
  const meanings = (legend ?? []).map(([sign, says]) => `${text(sign)} ${text(says)}`);
  return [
    `**${text(caption)}**`,
    gridded(
      columns.map((each) => text(each)),
      lines,
    ),
    ...(meanings.length === 0 ? [] : [meanings.join(' · ')]),
  ].join('\n\n');
}

/** The totals, which explain the signs, and folded a line for each group. */
function matrixText({ versions, groups, totals }: Matrix): string {
  const names = versions.map(({ version }) => version);
  const summary = gridded(
    ['verdict', ...names],
    [
      ['**conformant**', ...versions.map(({ conformant }) => `**${conformant}**`)],
      ['requirements checked', ...versions.map(({ checked }) => checked)],
      ...totals.map(({ mark, meaning, counts }) => [
        `${mark.emoji} **${mark.word}**: ${meaning}`,
        ...counts.map(countText),
      ]),
    ],
  );
  const body = gridded(
    ['group (requirements)', ...names],
    groups.map(({ name, rows, cells }) => [
      `${text(name)} (${number(rows.length)})`,
      ...cells.map(({ counts }) => counts.slice(0, SIGNS).map(counted).join(' ')),
    ]),
  );
  return `${summary}\n\n<details><summary>Matrix by group</summary>\n\n${body}\n\n</details>`;
}

function counted({ mark, count }: { mark: Mark; count: number }): string {
  return mark.look === 'not-applicable' ? mark.emoji : `${mark.emoji} ${number(count)}`;
}

/** A table of GitHub's Markdown, its first column to the left, and the first rows; cells must be escaped. */
function gridded(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  const more = rows.length - ROWS;
  const last = more > 0 ? [[`and ${number(more)} more`, ...head.slice(1).map(() => '')]] : [];
  return [head, rule, ...rows.slice(0, ROWS), ...last]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** A finding in full: the sentence, what was expected and received, and how to ask again. */
function findingText(finding: Finding): string {
  const { marks, head, isId, aside, quote, evidence, ids = [], client } = finding;
  const signs = marks.map(({ emoji }) => emoji).join(' → ');
  const name = isId === true ? code(head) : prose(head);
  return [
    `#### ${signs} ${name}${aside === undefined ? '' : ` ${text(aside)}`}`,
    ...(quote === undefined ? [] : [`> “${prose(quote.says)}” (${text(quote.source)})`]),
    ...evidence.flatMap(evidencePieces),
    ...(ids.length === 0 ? [] : [`${several(ids.length, 'requirement')}: ${named(ids)}`]),
    ...(client === undefined ? [] : [`${client[0]}: ${prose(client[1])}`]),
  ].join('\n\n');
}

function evidencePieces({
  where,
  texts,
  violations = [],
  more = 0,
  commands = [],
  notes = [],
}: Evidence): string[] {
  return [
    ...(where === undefined ? [] : [`${text(where)}:`]),
    ...texts.map((each) => prose(each)),
    ...violations.map(({ message, facts }) =>
      [...(message === undefined ? [] : [prose(message), '']), ...facts.map(factText)]
        .join('\n')
        .trimEnd(),
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(commands.length === 0 ? [] : [commandText(commands.join('\n'))]),
    ...notes.map((note) => `(${prose(note)})`),
  ];
}

/** What is between the tags is Markdown because blank lines are around it. */
function commandText(command: string): string {
  const isShort = command.length <= COMMAND;
  const block = isShort ? fenced(command, 'sh') : 'Too long to show here: see the other reports.';
  return `<details><summary>curl</summary>\n\n${block}\n\n</details>`;
}
