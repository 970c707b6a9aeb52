import fc, { type Arbitrary } from 'fast-check';
import type { Writable } from '../../../specification/resource.js';
import type { WritableField } from '../../../specification/writable.js';

/** The characters of a text that any instance keeps, if they are a to z, digits and hyphens (docs/verdicts.md B-57). */
export const PLAIN_LENGTH = 30;

const LETTERS = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const DIGITS = fc.constantFrom(...'0123456789');

/** Letters and digits, of both if there is room for two. */
export function plainTexts(length: number): Arbitrary<string> {
  const rest = Math.max(0, length - 2);
  const middle = fc.string({
    unit: fc.oneof(LETTERS, DIGITS),
    minLength: rest,
    maxLength: rest,
    size: 'max',
  });
  return fc.tuple(LETTERS, middle, DIGITS).map((parts) => parts.join(''));
}

/**
 * Random plain values for several fields, by name; fields with an id or a state have none. `unlike` is a
 * unique prefix of names and labels, `mark` is in every other text.
 */
export function plainValues(
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
    case 'label':
      return plainTexts(PLAIN_LENGTH - unlike.length - 1).map((text) => `${unlike}-${text}`);
    case 'text':
      return plainTexts(PLAIN_LENGTH - mark.length - 1).map((text) => `${text}-${mark}`);
    case 'url':
      return addresses(value.most, mark);
    case 'url-template':
      return templates(mark);
    case 'number':
      return fc.integer({ min: value.from, max: value.to });
    case 'flag':
      return fc.boolean();
    case 'patch-ids':
    case 'state':
      return undefined;
  }
}

/**
 * URLs of at most `limit` characters with reserved host names (RFC 2606), of characters that no rule for URLs
 * refuses or writes otherwise.
 */
function addresses(limit: number, mark: string): Arbitrary<string> {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,11}$/);
  // Most have a port, so that some value of a run has one.
  const host = fc.constantFrom('git.example.org:8443', 'lists.example.com:8080', 'example.org');
  const query = fc.constantFrom('', '?a=1', '?a=1&b=2');
  const depth = { maxLength: Math.floor((limit - 100) / 16) };
  return fc
    .tuple(host, fc.array(part, depth), query)
    .map(([where, path, rest]) => `https://${where}/${mark}/${path.join('/')}${rest}`);
}

/** URL templates with a mark, and one pair of braces at the end. */
export function templates(mark: string): Arbitrary<string> {
  const plain = fc.constantFrom(
    'https://example.org/',
    'https://lists.example.com/',
    'https://git.example.org/',
  );
  const tail = fc.constantFrom('', '?id=');
  return fc.tuple(plain, tail).map(([address, rest]) => `${address}${mark}/${rest}{}`);
}
