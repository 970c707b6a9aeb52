import { expect, test } from 'vitest';
import { redactionOfGiven } from '../../cli/command.js';
import { parseBaseUrl } from '../../cli/parse/base-url.js';

const ANN = { name: 'ann', password: 'secret' };

test.for([
  ['https://example.org', { address: 'https://example.org' }],
  ['HTTPS://Example.org/patchwork//', { address: 'https://example.org/patchwork' }],
  ['https://ann@example.org', { address: 'https://example.org', name: 'ann' }],
  [
    'http://ann%40lab:p%C3%A4%2Fs@127.0.0.1:8000/a/',
    { address: 'http://127.0.0.1:8000/a', name: 'ann@lab', password: 'pä/s' },
  ],
  ['https://e.org/api/', { address: 'https://e.org', page: '/api/' }],
  ['https://e.org/pw/api', { address: 'https://e.org/pw', page: '/api' }],
  ['http://ann:secret@e.org/api/1.2/', { address: 'http://e.org', page: '/api/1.2/', ...ANN }],
  ['https://e.org/api/1.2/patches/', { address: 'https://e.org', page: '/api/1.2/patches/' }],
  ['https://e.org/pw/project/x/', { address: 'https://e.org/pw', page: '/project/x/' }],
  ['https://e.org/project/x/list/', { address: 'https://e.org', page: '/project/x/list/' }],
  ['https://e.org/api/pw', { address: 'https://e.org/api/pw' }],
] as const)('%s is an address, and whoever signs in there', ([text, expected]) => {
  expect(parseBaseUrl(text)).toEqual(expected);
});

test.for([
  'https://ann:hunter2@',
  'https://ann:hunter2%00@example.org',
  'https://a%3Ann:hunter2@example.org',
  'ftp://ann:hunter2@example.org',
])('%s is refused, and its password not repeated', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(RangeError);
  expect(() => parseBaseUrl(text)).not.toThrow('hunter2');
});

test('what no one foresaw is told without the secrets that were given', () => {
  const values = {
    CONFORMANCE_BASE_URL: 'https://ann:hunter2@example.org',
    CONFORMANCE_HEADERS: 'X-Gate: hunter4',
  };
  const given = { otherToken: ['hunter3'] };
  const redaction = redactionOfGiven(given, [{ where: '', values }]);
  const basic = Buffer.from('ann:hunter2').toString('base64');
  const said = redaction.text(`Error: hunter2 hunter3 hunter4 ${basic}\n    at a (b.js:1:2)`);
  expect(said).not.toMatch(/hunter|YW5uOmh/);
  expect(said).toContain('    at a (b.js:1:2)');
});

test('what cannot be read as options leaves the error as it is', () => {
  const values = { CONFORMANCE_TIMEOUT: 'soon' };
  expect(redactionOfGiven({}, [{ where: '', values }]).text('a')).toBe('a');
});
