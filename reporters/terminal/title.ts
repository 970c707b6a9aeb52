import { type Sheet, SYMBOLS } from './sheet.js';
import type { Sign } from './sign.js';
import { cut, hang } from './text.js';

/** The id of a requirement behind its sign, and what is to be said of it: on a line, or on two. */
export function titleLines(sheet: Sheet, sign: Sign, id: string, says: string): string[] {
  const { paint, width } = sheet;
  const mark = paint.verdict[sign](SYMBOLS[sign]);
  if (id.length + says.length + 4 <= width) {
    return [`${mark} ${paint.strong(cut(id, width))}  ${paint.faint(cut(says, width))}`];
  }
  return [
    `${mark} ${paint.strong(cut(id, width - 2))}`,
    ...hang('    ', says, width).map(paint.faint),
  ];
}
