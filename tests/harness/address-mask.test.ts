import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redaction } from '../../harness/redaction.js';

const masking = () => new Redaction({ credentials: {}, headers: [], showEmails: false });

const withoutAddresses = (text: string) => masking().text(text);

/** What is masked, in one pattern: right, and slow where words are long. */
const ADDRESS =
  /([\p{L}\p{N}._%+=$!~-])[\p{L}\p{N}._%+=$!~-]*@([\p{L}\p{N}])(?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu;

const SIGNS = [...'a40@._-+$!~ "</é日𝒜=?', 'submitter=', 'q='];

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
  ['the tail$ann@example.org of an id', 'the t***@e*** of an id'],
  // However it is written.
  ['{"email":"maren\\u0040example.org"}', '{"email":"m***@e***"}'],
  ['"\\nmaren@example.org"', '"\\nm***@e***"'],
  ['?q=maren%2540example.org&page=2', '?q=m***@e***&page=2'],
  ['<maren&#64;example.org> maren&#x40;example.org', '<m***@e***> m***@e***'],
  ['https://maren:secret@example.org/', 'https://***@example.org/'],
  // With marks that are letters of their own, before a full stop, and cut.
  ['jose\u0301@example.org.', 'j***@e***.'],
  ['संपर्क@डाटामेल.भारत', 'स***@ड***'],
  ['"email":"ann.lee@…', '"email":"a***@…'],
  // With any sign of RFC 5322 but those of paths, also around it, and with signs that nobody sees.
  ["x'o'brien.x'long-name@example.org", 'x***@e***'],
  ['a{b|c}*d^e`f#g&h@example.org', 'a***@e***'],
  ["'ann@example.org' `ann@example.org`", "'a***@e***' `a***@e***`"],
  ['{ann@example.org} *ann@example.org*', '{a***@e***} *a***@e****'],
  ['ann@\u200bexample.org', 'a***@e***'],
  ['=?utf-8?q?ann=40example=2Eorg?= a=40b', '=?utf-8?q?a***@e***?= a=40b'],
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
  const mask = masking();
  mask.learnMessageIds('http://pw.test/', '{"msgid":"<cover/5@example.dk>"}');
  for (const id of ['cover/5@example.dk', 'cover%2F5@example.dk', 'cover%252F5@example.dk']) {
    const url = `http://pw.test/project/lab/cover/${id}/mbox/`;
    expect(mask.text(url)).toBe(url);
  }
  expect(mask.text('cover5@example.dk')).toBe('c***@e***');
});

test('no part of a message id is known, as an address it is masked', () => {
  const mask = masking();
  const ids = { msgid: '<5f3c$ann@example.dk>', references: '<a/bob@example.dk> <c@example.dk>' };
  mask.learnMessageIds('http://pw.test/?msgid=d%40example.dk', JSON.stringify(ids));
  for (const id of ['5f3c$ann@example.dk', 'a/bob@example.dk', 'c@example.dk', 'd@example.dk']) {
    expect(mask.text(`<${id}>`)).toBe(`<${id}>`);
  }
  expect(mask.text('ann@example.dk, bob@example.dk')).toBe('a***@e***, b***@e***');
  for (const text of [
    '?msgid=%3Cc@example.dk%3E',
    'of c@example.dk.',
    '\\u003cc@example.dk\\u003e',
  ]) {
    expect(mask.text(text)).toBe(text);
  }
  const said = { 'In-Reply-To': 'Message from Eve <eve@example.dk> of "Mon"' };
  mask.learnMessageIds('http://pw.test/', JSON.stringify(said));
  expect(mask.text('eve@example.dk')).toBe('e***@e***');
});
