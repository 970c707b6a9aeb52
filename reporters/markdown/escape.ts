import { printable } from '../printable.js';
import { shortened } from '../view/words.js';

/** What Markdown or HTML would read as markup; at the beginning also a list, a rule or a heading. */
const MARKUP = /[\u200b&<>\\`*~|[\]#$@]|(?<![a-z\d])_|_(?![a-z\d])|^[-+=]|^\d(?=\d*[.)](?:\s|$))/gi;

/**
 * What GitHub makes a link, a mention or an emoji of although it is no markup: `@name`, `#1`, `GH-1`,
 * `http://`, `www.`, `:name:`. Nothing but a sign of no width behind the first keeps it from that.
 */
const TELLING = /@|#(?=\d)|(?<=\bgh)-(?=\d)|:(?=\/\/|[a-z+-][\w+-]*:)|(?<=www)\./gi;
const NO_WIDTH = '\u200b';

/** A text from anywhere on one line, at most so many characters of it, that is read as what it is. */
export function text(anything: string, most = 400): string {
  return inLine(begun(anything, most));
}

/** The beginning of a text; behind blanks a sign would begin a list, a heading or code as well. */
function begun(anything: string, most: number): string {
  return shortened(printable(anything), most).trimStart();
}

function inLine(shown: string): string {
  return encoded(shown.replace(TELLING, (sign) => sign + NO_WIDTH));
}

/** The same, with what stands between backticks as code. */
export function prose(anything: string, most = 400): string {
  const parts = begun(anything, most).split(/(`[^`]+`)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return code(part.slice(1, -1));
      // Two spans of code that touch would be one.
      const touching = part === '' && index > 0 && index < parts.length - 1;
      return touching ? encoded(NO_WIDTH) : inLine(part);
    })
    .join('');
}

/**
 * A text from anywhere as code in a line: there nothing is markup, a mention or a link. Not for
 * tables, whose cells end at a `|` in code as well.
 */
export function code(anything: string, most = 400): string {
  const shown = shortened(printable(anything), most);
  const quote = '`'.repeat(longestRun(shown) + 1);
  // A blank on either side is taken off again; without it a backtick at the end would be the quote's.
  const pad = /^[` ]|[` ]$/.test(shown) || shown === '' ? ' ' : '';
  return `${quote}${pad}${shown}${pad}${quote}`;
}

/** A text of several lines as a block of code: its fence is longer than any that the text holds. */
export function fenced(anything: string, language: string): string {
  const body = anything.split('\n').map(printable).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

function longestRun(shown: string): number {
  return Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
}

function encoded(shown: string): string {
  return shown.replace(MARKUP, (sign) => `&#${sign.charCodeAt(0)};`);
}
