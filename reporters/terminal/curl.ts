import stringWidth from 'string-width';
import { printable } from '../printable.js';

/**
 * Breaks a curl command into lines that can be pasted into a shell as they stand: between words
 * with a backslash and an indent. A word that is too wide for that starts at the margin; one wider
 * than a whole line is broken with a backslash (POSIX: a backslash before a newline joins the
 * lines, except between single quotes, which are therefore closed and opened again).
 */
export function curlLines(command: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const { word, pieces } of words(printable(command))) {
    const wide = stringWidth(word);
    const room = width - BREAK.length;
    if (line === indent || stringWidth(line) + 1 + wide <= room) {
      line += line === indent ? word : ` ${word}`;
      continue;
    }
    lines.push(line + BREAK);
    line = `${indent}  `.length + wide <= room ? `${indent}  ` : '';
    for (const { text, quoted } of pieces) {
      if (stringWidth(line) + stringWidth(text) > room) {
        lines.push(line + (quoted ? "'\\" : '\\'));
        line = quoted ? "'" : '';
      }
      line += text;
    }
  }
  return [...lines, line];
}

const BREAK = ' \\';

interface Word {
  word: string;
  /** What may not be broken further, and whether a break before it falls inside single quotes. */
  pieces: { text: string; quoted: boolean }[];
}

/** The words of a shell command, quotes and escapes left as they are. */
function words(command: string): Word[] {
  const found: Word[] = [];
  let current: Word = { word: '', pieces: [] };
  let quote = '';
  for (const [text] of command.matchAll(/\\?./gsu)) {
    for (const sign of quote === "'" ? text : [text]) {
      if (sign === ' ' && quote === '') {
        if (current.word !== '') found.push(current);
        current = { word: '', pieces: [] };
        continue;
      }
      const closes = sign === quote;
      current.word += sign;
      const before = current.pieces.at(-1);
      if (closes && before !== undefined) before.text += sign;
      else current.pieces.push({ text: sign, quoted: quote === "'" });
      if (closes) quote = '';
      else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    }
  }
  return current.word === '' ? found : [...found, current];
}
