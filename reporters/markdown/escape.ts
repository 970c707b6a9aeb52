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

/** A piece of a line: code, or text. */
interface Piece {
  isCode: boolean;
  text: string;
}

/** An address, which is shown as code, so that it is no link. */
const ADDRESS = /(https?:\/\/\S+)/;

/** A text from anywhere on one line, at most so many characters of it, that is read as what it is. */
export function text(anything: string, most = 400): string {
  return joined([{ isCode: false, text: begun(anything, most) }]);
}

/** The same, with what stands between backticks as code. */
export function prose(anything: string, most = 400): string {
  return joined(spans(begun(anything, most)));
}

/** The same, with addresses as code as well; at most so many characters of each piece. */
export function proseWithAddresses(anything: string, most = 400): string {
  const pieces = anything
    .trim()
    .split(ADDRESS)
    .flatMap((text, index) => (index % 2 === 1 ? [{ isCode: true, text }] : spans(text)));
  return joined(pieces.map((each) => ({ ...each, text: shortened(each.text, most) })));
}

/** The beginning of a text; behind blanks a sign would begin a list, a heading or code as well. */
function begun(anything: string, most: number): string {
  return shortened(printable(anything), most).trim();
}

/** A text as pieces: what stands between backticks is code. */
function spans(shown: string): Piece[] {
  return shown.split(/`([^`]+)`/).map((text, index): Piece => ({ isCode: index % 2 === 1, text }));
}

/**
 * Pieces as one line, each read as what it is. Between two spans of code that touch stands a sign of no width: their
 * backticks would be one run, and end the code elsewhere.
 */
function joined(pieces: readonly Piece[]): string {
  const shown = pieces.filter(({ text }) => text !== '');
  return shown
    .map(({ isCode, text }, index) => {
      if (!isCode) return encoded(printable(text).replace(TELLING, (sign) => sign + NO_WIDTH));
      return (shown[index - 1]?.isCode ? encoded(NO_WIDTH) : '') + code(text);
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
