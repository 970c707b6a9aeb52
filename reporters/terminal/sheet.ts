import colours from 'picocolors';
import type { Mark, Tone } from '../document.js';
import { wrap } from './text.js';

/** Puts colour on a text that is finished: harmless and as wide as it will be. */
export type Brush = (text: string) => string;

/** The colours in use; each gives the text back as it is where there are to be none. */
export interface Paint {
  strong: Brush;
  faint: Brush;
  look: Record<Mark['look'], Brush>;
  inverse: Brush;
}

/** What every part of the text is given. */
export interface Sheet {
  /** In columns; infinite where output is no terminal: nothing is wrapped or cut there. */
  width: number;
  /** Whether everything is shown, however long. */
  verbose: boolean;
  paint: Paint;
}

/** The colours of the report, or none. */
export function createPaint(colour: boolean): Paint {
  const c = colours.createColors(colour);
  return {
    strong: c.bold,
    faint: c.dim,
    inverse: (text) => c.bold(c.inverse(text)),
    look: {
      good: c.green,
      bad: (text) => c.bold(c.red(text)),
      open: c.yellow,
      pass: c.green,
      fail: (text) => c.bold(c.red(text)),
      warn: c.yellow,
      inconclusive: c.magenta,
      skipped: c.dim,
      'not-applicable': c.dim,
      observed: c.cyan,
      error: (text) => c.bold(c.magenta(text)),
      expected: c.yellow,
    },
  };
}

/** The columns to use of so many: of a terminal 60 to `widest`; where output is no terminal there is no limit. */
export function widthOf(columns: number, widest = 110): number {
  return Number.isFinite(columns) ? Math.min(widest, Math.max(60, columns)) : columns;
}

/** A word in a badge and the statements that it rests on, in as many lines as they take. */
export function badgeLines(
  { paint, width }: Sheet,
  tone: Tone,
  word: string,
  statements: readonly string[],
): string[] {
  const badge = ` ${word.toUpperCase()} `;
  const [first = '', ...more] = wrap(statements.join(' · '), width - badge.length - 1);
  const indent = ' '.repeat(badge.length + 1);
  return [
    `${paint.inverse(paint.look[tone](badge))} ${first}`,
    ...more.map((text) => indent + text),
  ];
}

/** How wide a rule is where output has no width. */
const USUAL_WIDTH = 80;

/** The line above a part of the report: its name in a rule as wide as the sheet. */
export function ruled(sheet: Sheet, name: string): string[] {
  const [title = '', ...more] = wrap(name, sheet.width - 8);
  const width = Number.isFinite(sheet.width) ? sheet.width : USUAL_WIDTH;
  const rest = '─'.repeat(Math.max(0, width - 4 - [...title].length));
  return [
    '',
    `${sheet.paint.faint('──')} ${sheet.paint.strong(title)} ${sheet.paint.faint(rest)}`,
    ...more.map((line) => `   ${sheet.paint.strong(line)}`),
  ];
}
