const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/** Parses the value of a switch in the environment. Throws a RangeError for other words. */
export function parseSwitch(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new RangeError(`expected ${YES.join(', ')} or ${NO.join(', ')}, received "${text}"`);
}

/** Parses a text that must not be empty. Throws a RangeError if it is. */
export function parseText(text: string): string {
  if (text.trim() === '') throw new RangeError('expected a value, received nothing');
  return text;
}

/** A parser of texts of one form. It throws a RangeError that does not repeat the text, which may be secret. */
const ofForm = (form: RegExp, expected: string) => (text: string) => {
  if (form.test(text)) return text;
  throw new RangeError(`expected ${expected}`);
};

const headerValue = ofForm(/^[\t\x20-\x7e\x80-\xff]+$/, 'a value of Latin-1 characters');
const token = ofForm(/^[\x21-\x7e]+$/, 'a token: one word of visible ASCII characters');

/** Parses the value of a header. Throws a RangeError for an empty one, and for other characters. */
export const parseHeaderValue = (text: string) => headerValue(text.trim());

/** Parses a token (docs/api.md, "Authentication") for the header value `Token TOKEN`. Throws a RangeError. */
export const parseToken = (text: string) => token(text.trim());

/** Parses a user name for HTTP basic authentication, which forbids colons. Throws a RangeError. */
export const parseUserName = ofForm(
  /^[^:\p{Cc}]+$/u,
  'a name without a colon and without control characters',
);

/** Parses a password. Throws a RangeError. */
export const parsePassword = ofForm(/^[^\p{Cc}]+$/u, 'a password without control characters');

/** Parses one of the given words. Throws a RangeError for any other. */
export const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W => {
    const word = words.find((each) => each === text.trim());
    if (word !== undefined) return word;
    throw new RangeError(`expected ${words.join(', ')}, received "${text}"`);
  };

/** Parses names separated by commas. Throws a RangeError for an empty name. */
export function parseNames(text: string): string[] {
  return text.split(',').map((name) => parseText(name).trim());
}

/** Parses a path prefix such as `/patchwork`; removes a trailing slash. Throws a RangeError. */
export function parsePrefix(text: string): string {
  const prefix = text.replace(/(?<!\/)\/+$/, '');
  if (/^(\/[\w.~-]+)+$/.test(prefix)) return prefix;
  throw new RangeError(`expected a path such as /patchwork, received "${text}"`);
}

/** Headers of the connection, which the client sets itself. */
const OF_THE_CONNECTION =
  /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Parses headers, `Name: value`, one per line. Throws a RangeError that does not repeat the value,
 * which may be secret.
 */
export function parseHeaders(text: string): [name: string, value: string][] {
  return parseLines(text).map((line) => {
    const [, name, value] =
      /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || value.trim() === '') {
      throw new RangeError("expected 'Name: value', in quotes, with a value of Latin-1 characters");
    }
    if (OF_THE_CONNECTION.test(name)) {
      throw new RangeError(`${name} belongs to the connection; expected another header`);
    }
    return [name, value.trim()];
  });
}

/** Parses lines, such as file names. Throws a RangeError if there is none. */
export function parseLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new RangeError('expected a value, received nothing');
  return lines;
}
