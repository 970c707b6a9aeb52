import fc, { type Arbitrary } from 'fast-check';
import type { Writable } from '../../specification/resource.js';
import type { WritableField } from '../../specification/writable.js';

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

/** One step of a text: so much as belongs together, so that shrinking never halves a character. */
function pieces(): Arbitrary<string> {
  const two = fc.tuple(fc.constantFrom(...BETWEEN, '', ''), fc.constantFrom(...LETTERS));
  return two.map(([between, letter]) => between + letter);
}

/**
 * A text of at least one and at most `limit` characters. It begins and ends with a letter: what
 * becomes of blanks around a text is not shown.
 */
function texts(limit: number): Arbitrary<string> {
  const body = fc.array(pieces(), { maxLength: limit, size: 'max' });
  return fc
    .tuple(fc.constantFrom(...LETTERS), body, fc.constantFrom(...LETTERS))
    .map(([first, middle, last]) => fitted(first, middle, last, limit));
}

/**
 * What some fields may be given, all at once, by their names; fields that hold an id or a state have
 * no random values. `unlike` begins every name, so that no other object has it.
 */
export function valuesOf(
  fields: readonly Pick<WritableField, 'name' | 'value'>[],
  unlike: string,
): Arbitrary<Record<string, unknown>> {
  const members = fields.flatMap(({ name, value }) => {
    const arbitrary = drawn(value, unlike);
    return arbitrary === undefined ? [] : [[name, arbitrary] as const];
  });
  return fc.record(Object.fromEntries(members));
}

function drawn(value: Writable, unlike: string): Arbitrary<unknown> | undefined {
  switch (value.kind) {
    case 'name':
      return texts(value.most - unlike.length - 1).map((text) => `${unlike} ${text}`);
    case 'text':
      return texts(value.most);
    case 'url':
      return addresses(value.most);
    case 'url-template':
      return templates();
    case 'label':
      return fc
        .stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/)
        .map((label) => `conformance-${label}`);
    case 'number':
      return fc.integer({ min: value.from, max: value.to });
    case 'flag':
      return fc.boolean();
    case 'patch-ids':
    case 'state':
      return undefined;
  }
}

/** Addresses of at most `limit` characters that any reader of URLs takes, on hosts that RFC 2606 keeps free. */
function addresses(limit: number): Arbitrary<string> {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9._~-]{0,11}$/);
  const scheme = fc.constantFrom('http', 'https');
  const host = fc.constantFrom('example.org', 'git.example.org', 'lists.example.com:8080');
  const query = fc.constantFrom('', '?a=1', '?a=1&b=%C3%A9', '#part');
  const depth = { maxLength: Math.floor((limit - 100) / 16) };
  return fc
    .tuple(scheme, host, fc.array(part, depth), query)
    .map(([how, where, path, rest]) => `${how}://${where}/${path.join('/')}${rest}`);
}

/** Templates of addresses: one pair of braces at the end stands for what is put there. */
export function templates(): Arbitrary<string> {
  const plain = fc.constantFrom(
    'https://example.org/',
    'http://lists.example.com/r/',
    'https://git.example.org/?id=',
  );
  return plain.map((address) => `${address}{}`);
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
