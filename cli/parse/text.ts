const YES = ['1', 'true', 'yes', 'on'];
const NO = ['0', 'false', 'no', 'off'];

/** Reads the value of a switch as the environment gives it. Throws a RangeError for other words. */
export function parseSwitch(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new RangeError(`expected ${YES.join(', ')} or ${NO.join(', ')}, received "${text}"`);
}

/** Reads a text that must not be empty. Throws a RangeError for one that is. */
export function parseText(text: string): string {
  if (text.trim() === '') throw new RangeError('expected a value, received nothing');
  return text;
}

/** Reads one of some words. Throws a RangeError for any other. */
export const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W => {
    const word = words.find((each) => each === text.trim());
    if (word !== undefined) return word;
    throw new RangeError(`expected ${words.join(', ')}, received "${text}"`);
  };

/** Reads names separated by commas. Throws a RangeError for an empty one. */
export function parseNames(text: string): string[] {
  return text.split(',').map((name) => parseText(name).trim());
}

/** Reads names of files, one a line. Throws a RangeError for none. */
export function parseFiles(text: string): string[] {
  return linesOf(text);
}

/** Reads a path prefix such as `/patchwork`, without a trailing slash. Throws a RangeError for what is none. */
export function parsePrefix(text: string): string {
  const prefix = text.replace(/\/+$/, '');
  if (/^(\/[\w.~-]+)+$/.test(prefix)) return prefix;
  throw new RangeError(`expected a path such as /patchwork, received "${text}"`);
}

/**
 * Reads a token (SPEC.md, "Authentication"): what can stand in a header behind `Token `. Throws a
 * RangeError that does not repeat it.
 */
export function parseToken(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new RangeError('expected a token: one word of visible ASCII characters');
}

/** Reads a user's name for HTTP basic authentication, which forbids a colon. Throws a RangeError. */
export function parseUserName(text: string): string {
  if (/^[^:\p{Cc}]+$/u.test(text)) return text;
  throw new RangeError('expected a name without a colon and without control characters');
}

/** Reads a password. Throws a RangeError that does not repeat it. */
export function parsePassword(text: string): string {
  if (/^[^\p{Cc}]+$/u.test(text)) return text;
  throw new RangeError('expected a password without control characters');
}

/** Headers that belong to the connection; the client sets them itself. */
const OF_THE_CONNECTION =
  /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Reads headers, `Name: value`, one a line. Throws a RangeError that does not repeat the value,
 * which may be a secret.
 */
export function parseHeaders(text: string): [name: string, value: string][] {
  return linesOf(text).map((line) => {
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

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new RangeError('expected a value, received nothing');
  return lines;
}
