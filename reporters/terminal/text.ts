import stringWidth from 'string-width';
import { printable } from '../printable.js';

// Everything the terminal report prints passes through `cut` or `wrap`, and so through `printable`.

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Code points of one character: enough for any script, too few to be piled over other lines. */
const LONGEST_CHARACTER = 12;

/** What has one column for each of its characters; to find out about any other takes a hundred times as long. */
const PLAIN = /^[ -~]*$/;

/** The characters of a text as a reader counts them, each with the columns it takes. */
function* characters(text: string): Generator<{ sign: string; width: number }> {
  if (PLAIN.test(text)) {
    for (const sign of text) yield { sign, width: 1 };
    return;
  }
  for (const { segment } of SEGMENTER.segment(text)) {
    const sign = Array.from(segment).slice(0, LONGEST_CHARACTER).join('');
    yield { sign, width: stringWidth(sign) };
  }
}

/** The text on one line, harmless, ending in `…` where it had to be cut to `width` columns. */
export function cut(text: string, width: number): string {
  let whole = '';
  let short = '';
  let used = 0;
  for (const { sign, width: own } of characters(printable(text))) {
    used += own;
    if (used > width) return `${short.trimEnd()}…`;
    whole += sign;
    if (used < width) short = whole;
  }
  return whole;
}

/** `cut`, and filled up with blanks to `width` columns. */
export function pad(text: string, width: number): string {
  const line = cut(text, width);
  return line + ' '.repeat(Math.max(0, width - stringWidth(line)));
}

/**
 * The text, harmless, in lines of at most `width` columns, broken between words; a word that is
 * wider than a line is broken where the line ends. Of more than `most` lines the last ends in `…`.
 */
export function wrap(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  let used = 0;
  for (const word of printable(text).split(' ')) {
    if (lines.length >= most) break;
    const signs = [...characters(word)];
    const wide = signs.reduce((sum, sign) => sum + sign.width, 0);
    if (line !== undefined && used + 1 + wide <= width) {
      line += ` ${signs.map(({ sign }) => sign).join('')}`;
      used += 1 + wide;
      continue;
    }
    if (line !== undefined) lines.push(line.trimEnd());
    line = '';
    used = 0;
    for (const { sign, width: own } of signs) {
      if (used + own > width && line !== '') {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += sign;
      used += own;
    }
  }
  if (line !== undefined) lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} ${lines[most]}`, width)];
}

/** Wraps a text behind a label: the label stands on the first line, the others are indented. */
export function hang(label: string, text: string, width: number, most?: number): string[] {
  const indent = stringWidth(label);
  return wrap(text, width - indent, most).map(
    (line, index) => (index === 0 ? label : ' '.repeat(indent)) + line,
  );
}
