import {
  type Block,
  type Evidence,
  type Finding,
  IN_FULL,
  type Item,
  type Table,
  type Text,
} from '../document.js';
import { printable } from '../printable.js';
import { several } from '../view/words.js';
import { matrixLines } from './matrix.js';
import type { Sheet } from './sheet.js';
import { cut, hang, pad, wrap } from './text.js';

/** Lines that one text from elsewhere may take, and points of a list, unless all is shown. */
const LINES = 4;
const ITEMS = 20;

/** Columns of the name of a fact. */
const NAME = 18;

/** Rows of a table before the rest is left to a page. */
const ROWS = 40;

/** The lines of some blocks, with a blank line before each; findings beyond the first get a line each. */
export function blockLines(sheet: Sheet, blocks: readonly Block[]): string[] {
  const findings = blocks.filter((block) => block.type === 'finding');
  const brief = sheet.verbose ? [] : findings.slice(IN_FULL);
  const shown = blocks.filter((block) => !brief.some((each) => each === block));
  const lines = shown.flatMap((block, index) => {
    // Commands stand together.
    const isNext = block.type === 'command' && shown[index - 1]?.type === 'command';
    return [...(isNext ? [] : ['']), ...linesOf(sheet, block)];
  });
  return [...lines, ...briefLines(sheet, brief)];
}

function linesOf(sheet: Sheet, block: Block): string[] {
  const { width } = sheet;
  switch (block.type) {
    case 'facts': {
      const widest = Math.max(...block.facts.map(([name]) => name.length));
      return block.facts.flatMap(([name, value]) =>
        hang(`  ${name.padEnd(widest)}  `, value, width, most(sheet)),
      );
    }
    case 'text':
      return textLines(sheet, block);
    case 'list':
      return listLines(sheet, block.items);
    case 'command':
      // Never wrapped: it is there to be pasted.
      return block.label === undefined
        ? block.text.split('\n').map(printable)
        : [`  ${block.label}: ${printable(block.text)}`];
    case 'table':
      return tableLines(sheet, block);
    case 'matrix':
      return matrixLines(sheet, block);
    case 'finding':
      return findingLines(sheet, block);
  }
}

function textLines({ width, paint }: Sheet, { text, look }: Text): string[] {
  if (look === undefined) return wrap(text, width);
  if (look === 'warning') return hang('! ', text, width).map(paint.look.open);
  const brush = look === 'strong' || look === 'faint' ? paint[look] : paint.look[look];
  return wrap(text, width).map(brush);
}

/** Ids of an item that are always named. */
const FEW = 8;

function listLines(sheet: Sheet, items: readonly Item[]): string[] {
  const { width, paint, verbose } = sheet;
  // Where output is no terminal all is shown, to be searched.
  const isWhole = verbose || !Number.isFinite(width);
  const shown = isWhole ? items : items.slice(0, ITEMS);
  const more = items.length - shown.length;
  return [
    ...shown.flatMap(({ mark, text, ids = [] }) => [
      ...hang(mark === undefined ? '  ' : `${mark.symbol} `, text, width, most(sheet)).map(
        mark === undefined ? (line) => line : paint.look[mark.look],
      ),
      ...(ids.length > 0 && (verbose || ids.length <= FEW)
        ? hang('    ', ids.join(', '), width).map(paint.faint)
        : []),
    ]),
    ...(more > 0 ? [paint.faint(`  and ${more} more`)] : []),
  ];
}

function tableLines(
  sheet: Sheet,
  { columns: [first = '', ...others], rows, legend = [] }: Table,
): string[] {
  const { width, paint, verbose } = sheet;
  const cell = (index: number) =>
    2 +
    Math.max(
      others[index]?.length ?? 0,
      ...rows.map(({ cells }) => [...(cells[index]?.text ?? '')].length),
    );
  const right = others.reduce((sum, _, index) => sum + cell(index), 0);
  const labels = rows.map(({ name, about }) => (about === undefined ? name : `${name} (${about})`));
  const longest = Math.max(first.length, ...labels.map((label) => label.length));
  const left = Math.min(longest, Math.max(12, width - right));
  const shown = verbose ? rows : rows.slice(0, ROWS);
  const more = rows.length - shown.length;
  const widest = Math.max(0, ...legend.map(([sign]) => sign.length));
  return [
    paint.strong(
      `${pad(first, left)}${others.map((head, index) => head.padStart(cell(index))).join('')}`,
    ),
    ...shown.map(({ cells }, row) => {
      const right = cells.map(({ text, look }, index) => {
        const blank = ' '.repeat(Math.max(0, cell(index) - [...text].length));
        const brush = look === undefined || look === 'faint' ? paint.faint : paint.look[look];
        return blank + (look === undefined ? cut(text, width) : brush(cut(text, width)));
      });
      return `${pad(labels[row] ?? '', left)}${right.join('')}`.trimEnd();
    }),
    ...(more > 0 ? [paint.faint(`and ${more} more; --report FILE.html has them`)] : []),
    ...legend.map(([sign, says]) => paint.faint(`${sign.padEnd(widest)}  ${says}`)),
  ];
}

/** A finding: its head, the sentence, what was expected and received, and how to ask again. */
function findingLines(sheet: Sheet, finding: Finding): string[] {
  const { width, paint } = sheet;
  const { quote, evidence, ids = [], client } = finding;
  return [
    ...headLines(sheet, finding),
    ...(quote === undefined ? [] : hang('  ', `“${quote.says}” (${quote.source})`, width)),
    ...evidence.flatMap((each) => evidenceLines(sheet, finding, each)),
    ...(ids.length === 0
      ? []
      : hang(`  ${several(ids.length, 'requirement')}: `, ids.join(', '), width, most(sheet)).map(
          paint.faint,
        )),
    ...(client === undefined ? [] : hang(`  ${client[0]}: `, client[1], width).map(paint.faint)),
  ];
}

/** The marks, the head, and what is to be said of it: on one line, or on more. */
function headLines(sheet: Sheet, { marks, head, aside }: Finding): string[] {
  const { width, paint } = sheet;
  const signs = marks.map(({ symbol }) => symbol).join('');
  const painted = marks.map(({ symbol, look }) => paint.look[look](symbol)).join('');
  if (signs.length + head.length + (aside?.length ?? 0) + 3 <= width) {
    const behind = aside === undefined ? '' : `  ${paint.faint(cut(aside, width))}`;
    return [`${painted} ${paint.strong(cut(head, width))}${behind}`];
  }
  const blank = ' '.repeat(signs.length + 1);
  const [first = '', ...more] = wrap(head, width - blank.length, most(sheet));
  return [
    `${painted} ${paint.strong(first)}`,
    ...more.map((line) => blank + paint.strong(line)),
    ...(aside === undefined ? [] : hang('    ', aside, width).map(paint.faint)),
  ];
}

function evidenceLines(sheet: Sheet, { marks }: Finding, evidence: Evidence): string[] {
  const { width, paint } = sheet;
  const { where, texts, violations = [], more = 0, commands = [], notes = [] } = evidence;
  const brush = paint.look[marks.at(-1)?.look ?? 'open'];
  return [
    ...(where === undefined ? [] : [paint.faint(`  ${where}`)]),
    ...texts.flatMap((text) => hang('    ', text, width, most(sheet))),
    ...violations.flatMap(({ message, facts }) => {
      const widest = Math.max(8, ...facts.map(([name]) => cut(name, NAME).length));
      return [
        ...(message === undefined ? [] : hang('    ', message, width, most(sheet)).map(brush)),
        ...facts.flatMap(([name, text]) =>
          hang(`      ${cut(name, NAME).padEnd(widest)}  `, text, width, most(sheet)),
        ),
      ];
    }),
    ...(more > 0 ? [paint.faint(`    and ${more} more`)] : []),
    ...commands.map((command) => `    ${printable(command)}`),
    ...notes.flatMap((note) => hang('    ', `(${note})`, width)).map(paint.faint),
  ];
}

function briefLines(sheet: Sheet, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const { width, paint } = sheet;
  const longest = Math.max(...findings.map(({ head }) => head.length));
  const column = Math.min(longest, Number.isFinite(width) ? Math.floor(width / 2) : longest);
  const hint = `And ${findings.length} more in short; --verbose or --report FILE.json has everything.`;
  return [
    '',
    ...wrap(hint, width).map(paint.faint),
    ...findings.map(({ marks: [mark], head, brief }) => {
      const sign = mark === undefined ? ' ' : paint.look[mark.look](mark.symbol);
      return `${sign} ${paint.strong(pad(head, column))}  ${cut(brief, width - column - 4)}`;
    }),
  ];
}

function most({ verbose }: Sheet): number | undefined {
  return verbose ? undefined : LINES;
}
