import { type Block, type Document, hasMatrix, type Part } from './document.js';
import { blockLines } from './terminal/blocks.js';
import { badgeLines, createPaint, ruled, type Sheet, widthOf } from './terminal/sheet.js';
import { cut } from './terminal/text.js';

/** How a text is to look. */
export interface TerminalLook {
  /** Whether to use colours; without them the text holds no escape code at all. */
  colour: boolean;
  /** The width of the terminal, of which 60 to 110 columns are used; infinite where it is none. */
  columns: number;
  /** Show everything, however long. */
  verbose?: boolean;
}

/**
 * A document as text for a terminal or a log; the last line is the verdict with its scope. Text that
 * came from an instance is made harmless.
 */
export function renderTerminal(document: Document, look: TerminalLook): string {
  const sheet = sheetOf(look);
  const shown = document.parts.filter(({ pageOnly }) => pageOnly !== true);
  const parts = [...shown.filter(({ sums }) => !sums), ...shown.filter(({ sums }) => sums)];
  const lines = [
    sheet.paint.strong(cut(document.kind, sheet.width)),
    ...blockLines(sheet, document.head).slice(1),
    ...parts.flatMap((part) => partLines(sheet, part)),
    '',
    ...verdictLines(sheet, document),
  ];
  return `${lines.join('\n')}\n`;
}

/** The verdict with its scope alone, in one line. */
export function renderVerdict(document: Document, look: TerminalLook): string {
  const sheet = sheetOf({ ...look, columns: Number.POSITIVE_INFINITY });
  return `${verdictLines(sheet, document).join('\n')}\n`;
}

/** Blocks in full, without colours and in lines as long as they are. */
export function renderPlain(blocks: readonly Block[]): string {
  const sheet = sheetOf({ colour: false, columns: Number.POSITIVE_INFINITY, verbose: true });
  return blockLines(sheet, blocks).slice(1).join('\n');
}

function sheetOf({ columns, colour, verbose = false }: TerminalLook): Sheet {
  return { width: widthOf(columns), verbose, paint: createPaint(colour) };
}

function partLines(sheet: Sheet, part: Part): string[] {
  return [...(hasMatrix(part) ? [] : ruled(sheet, part.title)), ...blockLines(sheet, part.blocks)];
}

function verdictLines(sheet: Sheet, { verdict, statements }: Document): string[] {
  const { word, tone, scope } = verdict;
  return badgeLines(
    sheet,
    tone,
    word,
    scope === undefined ? statements : [`(${scope})`, ...statements],
  );
}
