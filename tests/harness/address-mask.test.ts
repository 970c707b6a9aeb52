import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressMask } from '../../harness/address-mask.js';

const withoutAddresses = (text: string) => new AddressMask().masked(text);

/** What is masked, in one pattern: right, and slow where words are long. */
const ADDRESS = /([\p{L}\p{N}._%+=-])[\p{L}\p{N}._%+=-]*(?:@|%40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu;

const SIGNS = [...'a40@%._-+ "</é日𝒜=?', '%40', 'submitter=', 'q='];

test.for<[text: string, masked: string]>([
  ['a line without any', 'a line without any'],
  ['"bob@mail.example.org", carol@localhost', '"b***@m***", c***@l***'],
  ['?q=bob%40example.org&page=2', '?q=b***@e***&page=2'],
  ['?page=2&submitter=bob@example.org', '?page=2&submitter=b***@e***'],
  ['submitter=bob@example.org&q=carol@example.org', 'submitter=b***@e***&q=c***@e***'],
  ['the filter msgid=20260102.77@mail.example.org', 'the filter msgid=2***@m***'],
  // Not even what an address has before a `=` of its own is let stand, nor a host without a name.
  ['bob=example.org@lists.example.org', 'b***@l***'],
  ['q=bob=example.org@lists.example.org', 'q=b***@l***'],
  ['submitter=@example.org, submitter=%40example.org', 's***@e***, s***@e***'],
  ['名前@example.org', '名***@e***'],
])('%j is masked as %j', ([text, masked]) => {
  expect(withoutAddresses(text)).toBe(masked);
});

test('the name of a parameter and the first letter behind it are all that shows besides', () => {
  const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 16 });
  fc.assert(
    fc.property(text, (signs) => {
      const whole = signs.join('');
      const without = withoutAddresses(whole).replace(/(s|q)(?:ubmitter)?=.\*{3}@/gu, '$1***@');
      expect(without).toBe(whole.replace(ADDRESS, '$1***@$2***'));
    }),
    { numRuns: 20_000 },
  );
});

test('a message id with a slash is known in URLs, where it is escaped once or twice', () => {
  const mask = new AddressMask();
  mask.learnMessageIds('http://pw.test/', '{"msgid":"<cover/5@example.dk>"}');
  for (const id of ['cover/5@example.dk', 'cover%2F5@example.dk', 'cover%252F5@example.dk']) {
    const url = `http://pw.test/project/lab/cover/${id}/mbox/`;
    expect(mask.masked(url)).toBe(url);
  }
  expect(mask.masked('cover5@example.dk')).toBe('c***@e***');
});
