import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutAddresses } from '../../harness/address-mask.js';

/** What is masked, in one pattern: right, and slow where words are long. */
const ADDRESS = /([\p{L}\p{N}._%+=-])[\p{L}\p{N}._%+=-]*(?:@|%40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu;

const SIGNS = [
  'a',
  '4',
  '0',
  '@',
  '%',
  '%40',
  '.',
  '_',
  '-',
  '+',
  ' ',
  '"',
  '<',
  '/',
  'é',
  '日',
  '𝒜',
];

test.for<[text: string, masked: string]>([
  ['a line without any', 'a line without any'],
  ['"bob@mail.example.org", carol@localhost', '"b***@m***", c***@l***'],
  ['?q=bob%40example.org&page=2', '?q***@e***&page=2'],
  ['名前@example.org', '名***@e***'],
])('%j is masked as %j', ([text, masked]) => {
  expect(withoutAddresses(text)).toBe(masked);
});

test('what is masked is what the pattern finds, whatever stands around it', () => {
  const text = fc.array(fc.constantFrom(...SIGNS, '\ud800'), { maxLength: 16 });
  fc.assert(
    fc.property(text, (signs) => {
      const whole = signs.join('');
      expect(withoutAddresses(whole)).toBe(whole.replace(ADDRESS, '$1***@$2***'));
    }),
    { numRuns: 20_000 },
  );
});
