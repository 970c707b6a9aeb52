import fc, { type Arbitrary } from 'fast-check';
import type { Writable } from '../../../specification/resource.js';
import type { WritableField } from '../../../specification/writable.js';

/** Letters of several scripts, of one UTF-16 unit each: any database of the last twenty years stores them. */
const LETTERS = fc.constantFrom(
  ...'abcxyzABCXYZ019',
  ...'äößçéñøłžşğ',
  ...'абвжяЖ',
  ...'αβγΩ',
  ...'中文日本語한국',
  ...'אבגש',
  ...'مرحبا',
  ...'नमसत',
);

/**
 * What stands between letters: combining accents and vowel signs, spaces and plain punctuation; no
 * slash, brace or control character, and no `@`, because reports mask e-mail addresses.
 */
const BETWEEN = fc.constantFrom('\u0301', '\u0303', '\u0947', ..."  -_.,'&+#()");

/**
 * A text of 2 to `most` characters that begins and ends with a letter, because leading and trailing
 * spaces are unspecified.
 */
function texts(most: number): Arbitrary<string> {
  const unit = fc.oneof({ arbitrary: LETTERS, weight: 2 }, BETWEEN);
  const middle = fc.string({ unit, maxLength: most - 2, size: 'max' });
  return fc.tuple(LETTERS, middle, LETTERS).map((parts) => parts.join(''));
}

/**
 * Random values for several fields, by name; fields with an id or a state have none. `unlike` is a
 * unique prefix of names and labels, `mark` is in every other text.
 */
export function valuesOf(
  fields: readonly Pick<WritableField, 'name' | 'value'>[],
  { unlike, mark }: { unlike: string; mark: string },
): Arbitrary<Record<string, unknown>> {
  const members = fields.flatMap(({ name, value }) => {
    const arbitrary = drawn(value, unlike, mark);
    return arbitrary === undefined ? [] : [[name, arbitrary] as const];
  });
  return fc.record(Object.fromEntries(members));
}

function drawn(value: Writable, unlike: string, mark: string): Arbitrary<unknown> | undefined {
  switch (value.kind) {
    case 'name':
      return texts(value.most - unlike.length - 1).map((text) => `${unlike} ${text}`);
    case 'text':
      return texts(value.most - mark.length - 1).map((text) => `${text}-${mark}`);
    case 'url':
      return addresses(value.most, mark);
    case 'url-template':
      return templates(mark);
    case 'label':
      return fc
        .stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$/)
        .map((label) => `${unlike}-${label}`);
    case 'number':
      return fc.integer({ min: value.from, max: value.to });
    case 'flag':
      return fc.boolean();
    case 'patch-ids':
    case 'state':
      return undefined;
  }
}

/** URLs of at most `limit` characters with reserved host names (RFC 2606). */
function addresses(limit: number, mark: string): Arbitrary<string> {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9._~-]{0,11}$/);
  const scheme = fc.constantFrom('http', 'https');
  const host = fc.constantFrom('example.org', 'git.example.org', 'lists.example.com:8080');
  const query = fc.constantFrom('', '?a=1', '?a=1&b=%C3%A9', '#part');
  const depth = { maxLength: Math.floor((limit - 100) / 16) };
  return fc
    .tuple(scheme, host, fc.array(part, depth), query)
    .map(([how, where, path, rest]) => `${how}://${where}/${mark}/${path.join('/')}${rest}`);
}

/** URL templates with a mark, and one pair of braces at the end. */
export function templates(mark: string): Arbitrary<string> {
  const plain = fc.constantFrom(
    'https://example.org/',
    'http://lists.example.com/',
    'https://git.example.org/',
  );
  const tail = fc.constantFrom('', '?id=');
  return fc.tuple(plain, tail).map(([address, rest]) => `${address}${mark}/${rest}{}`);
}
