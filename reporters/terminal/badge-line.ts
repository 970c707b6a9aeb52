import type { Paint } from './sheet.js';
import { cut } from './text.js';

/** A word in a badge and what it rests on: as many statements as there is room for, the first cut rather than left out. */
export function badgeLine(
  paint: Paint,
  tone: keyof Paint['badge'],
  word: string,
  [first = '', ...more]: readonly string[],
  width: number,
): string {
  const badge = ` ${word.toUpperCase()} `;
  const room = width - badge.length - 1;
  let line = cut(first, room);
  for (const statement of more) {
    if (line.length + 3 + statement.length > room) break;
    line += ` · ${statement}`;
  }
  return `${paint.badge[tone](badge)} ${line}`;
}
