import fc, { type Arbitrary } from 'fast-check';

// Whoever needs it imports it when it writes: fast-check weighs 8 MB, and most runs only read.

/**
 * Letters of several scripts that one UTF-16 unit holds, a combining accent after its letter, and
 * text that is written from right to left: what any database of the last twenty years keeps.
 */
const LETTERS = [
  ...'abcxyzABCXYZ019',
  ...'äößçéñøłžşğ',
  ...'абвжяЖ',
  ...'αβγΩ',
  ...'中文日本語한국',
  'e\u0301',
  'n\u0303',
  ...'אבגש',
  ...'مرحبا',
  ...'नमस्ते',
] as const;

/**
 * What may stand between letters: blanks and plain punctuation, no slash, brace or control character;
 * no `@` either, for reports would mask what looks like an address.
 */
const BETWEEN = [' ', '  ', '-', '_', '.', ', ', "'", '&', '+', '#', '(', ')'] as const;

/** What deployed instances have been seen to store, and then to choke on at every later read. */
const HAZARDS = [
  '/',
  '{',
  '}',
  '{}',
  '%s',
  '\\',
  '\u0007',
  '\t',
  '\n',
  '\u2028',
  '😀',
  '<b>',
] as const;

/** One step of a text: so much as belongs together, so that shrinking never halves a character. */
function pieces(hazardous: boolean): Arbitrary<string> {
  const sound = fc.tuple(fc.constantFrom(...BETWEEN, '', ''), fc.constantFrom(...LETTERS));
  const joined = sound.map(([between, letter]) => between + letter);
  return hazardous ? fc.oneof(joined, fc.constantFrom(...HAZARDS)) : joined;
}

/**
 * A text of at least one and at most `limit` characters. It begins and ends with a letter: what
 * becomes of blanks around a text is not shown.
 */
function texts(limit: number, hazardous: boolean): Arbitrary<string> {
  const body = fc.array(pieces(hazardous), { maxLength: limit, size: 'max' });
  return fc
    .tuple(fc.constantFrom(...LETTERS), body, fc.constantFrom(...LETTERS))
    .map(([first, middle, last]) => fitted(first, middle, last, limit));
}

/** What a bundle may be given: names unlike any other since they begin with one, of at most 50 characters. */
export function bundleValues(unlike: string, hazardous: boolean): Arbitrary<{ name: string }> {
  const limit = 50 - unlike.length - 1;
  return fc.record({ name: texts(limit, hazardous).map((text) => `${unlike} ${text}`) });
}

/** What a user may be given, all at once; fields of the settings by a dotted name. */
export function userValues(hazardous: boolean): Arbitrary<Record<string, unknown>> {
  const name = personNames(hazardous);
  return fc.record({
    first_name: name,
    last_name: name,
    'settings.send_email': fc.boolean(),
    'settings.items_per_page': fc.integer({ min: 10, max: 100 }),
    'settings.show_ids': fc.boolean(),
  });
}

/** What a project may be given, all at once. */
export function projectValues(hazardous: boolean): Arbitrary<Record<string, unknown>> {
  const [address, template] = [addresses(hazardous), templates(hazardous)];
  return fc.record({
    web_url: address,
    scm_url: address,
    webscm_url: address,
    list_archive_url: address,
    list_archive_url_format: template,
    commit_url_format: template,
  });
}

/** Names of people: releases before 2021 keep no more than 30 characters of a first name. */
function personNames(hazardous: boolean): Arbitrary<string> {
  return texts(hazardous ? 150 : 30, hazardous);
}

/** Addresses that any reader of URLs takes, on hosts that RFC 2606 keeps free. */
function addresses(hazardous: boolean): Arbitrary<string> {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9._~-]{0,11}$/);
  const scheme = fc.constantFrom('http', 'https');
  const host = fc.constantFrom('example.org', 'git.example.org', 'lists.example.com:8080');
  const query = fc.constantFrom('', '?a=1', '?a=1&b=%C3%A9', '#part');
  const depth = { maxLength: hazardous ? 120 : 6 };
  return fc
    .tuple(scheme, host, fc.array(part, depth), query)
    .map(([how, where, path, rest]) => `${how}://${where}/${path.join('/')}${rest}`);
}

/**
 * Templates of addresses: one pair of braces at the end stands for what is put there. Any other
 * brace has been seen to make lists unreadable.
 */
export function templates(hazardous: boolean): Arbitrary<string> {
  const plain = fc.constantFrom(
    'https://example.org/',
    'http://lists.example.com/r/',
    'https://git.example.org/?id=',
  );
  const tail = hazardous
    ? fc.constantFrom('{}', '{', '}', '{0}', '{name}', '{}{}', '%s')
    : fc.constant('{}');
  return fc.tuple(plain, tail).map(([address, braces]) => address + braces);
}

/** What is said of a check: a label, a description and where to read on. */
export interface CheckDraft {
  context: string;
  description: string;
  target_url: string;
}

/** Checks as releases take them: a label of letters, digits, `_` and `-`; an address of at most 200 characters. */
export function checkDrafts(hazardous: boolean): Arbitrary<CheckDraft> {
  return fc.record({
    context: fc
      .stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/)
      .map((label) => `conformance-${label}`),
    description: texts(hazardous ? 2000 : 200, hazardous),
    target_url: addresses(false),
  });
}

/** Characters, as databases count them, are code points; a piece that does not fit is left out. */
function fitted(first: string, middle: readonly string[], last: string, limit: number): string {
  const room = limit - lengthOf(first) - lengthOf(last);
  if (room < 0) return 'x';
  let text = first;
  for (const piece of middle) {
    if (lengthOf(text) + lengthOf(piece) + lengthOf(last) > limit) break;
    text += piece;
  }
  return text + last;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
