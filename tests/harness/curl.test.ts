import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlLine } from '../../harness/client/curl.js';

/**
 * The words of a command as a POSIX shell reads them ("Shell Command Language", Quoting), for what
 * curlLine may write: plain words, '…', "…" and \. Throws where the shell would do anything else
 * than split words, expand a variable or take a character as it is.
 */
function wordsOf(command: string, variables: Record<string, string> = {}): string[] {
  const tokens =
    /'([^']*)'|"((?:[^"\\$`]|\\["\\$`]|\$\{?CONFORMANCE_[A-Z_]+)*)"|\\([\s\S])|([\w@%+=:,./-]+)|( )/gy;
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const match of command.matchAll(tokens)) {
    end = match.index + match[0].length;
    const [, single, double, escaped, plain, blank] = match;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (single ?? expanded(double, variables) ?? escaped ?? plain ?? '');
  }
  if (end !== command.length) throw new Error(`a shell would trip over: ${command.slice(end)}`);
  return word === undefined ? words : [...words, word];
}

function expanded(text: string | undefined, variables: Record<string, string>): string | undefined {
  return text?.replace(
    /\\(["\\$`])|\$(CONFORMANCE_[A-Z_]+)/g,
    (_, escaped: string, name: string) =>
      escaped === undefined ? (variables[name] ?? '') : escaped,
  );
}

const PLAIN = { method: 'GET', url: 'http://127.0.0.1/api/1.0/', headers: {} };

test('a plain read is a plain line', () => {
  expect(curlLine(PLAIN)).toBe('curl -i http://127.0.0.1/api/1.0/');
});

test('the usual headers are left out, others are in it', () => {
  const headers = { 'user-agent': 'x/1', accept: 'application/json', 'x-a': "it's" };
  expect(wordsOf(curlLine({ ...PLAIN, headers }))).toEqual([
    'curl',
    '-i',
    '-H',
    "x-a: it's",
    PLAIN.url,
  ]);
  expect(wordsOf(curlLine({ ...PLAIN, headers: { accept: '*/*' } }))).toContain('accept: */*');
});

test('credentials are variables that the shell puts in', () => {
  const line = curlLine({
    ...PLAIN,
    headers: { authorization: 'Token $CONFORMANCE_USER_TOKEN' },
  });
  expect(wordsOf(line, { CONFORMANCE_USER_TOKEN: '0"1$2' })).toContain(
    'authorization: Token 0"1$2',
  );
  const basic = curlLine({
    ...PLAIN,
    headers: { authorization: 'Basic $CONFORMANCE_OTHER_NAME:$CONFORMANCE_OTHER_PASSWORD' },
  });
  const variables = { CONFORMANCE_OTHER_NAME: 'otto', CONFORMANCE_OTHER_PASSWORD: "a'b" };
  expect(wordsOf(basic, variables).slice(2, 4)).toEqual(['-u', "otto:a'b"]);
});

test('a method and a body are in it', () => {
  const line = curlLine({ ...PLAIN, method: 'PATCH', body: '{"name":"it\'s $HOME"}' });
  expect(wordsOf(line)).toEqual([
    'curl',
    '-i',
    '-X',
    'PATCH',
    '--data-binary',
    '{"name":"it\'s $HOME"}',
    PLAIN.url,
  ]);
});

test('a shell reads back what was put in, whatever it is', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(text, text, (value, body) => {
      const words = wordsOf(curlLine({ ...PLAIN, headers: { 'x-a': value }, body }));
      expect(words).toEqual([
        'curl',
        '-i',
        '-H',
        `x-a: ${value}`,
        '--data-binary',
        body,
        PLAIN.url,
      ]);
    }),
  );
});

test('beside a variable, too, nothing is run or expanded', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const value = `${before} $CONFORMANCE_USER_TOKEN ${after}`;
      const line = curlLine({ ...PLAIN, headers: { 'x-a': value } });
      expect(wordsOf(line, { CONFORMANCE_USER_TOKEN: 'T' })).toContain(`x-a: ${before} T ${after}`);
    }),
  );
  for (const hostile of ['$(id)', '`id`', '$HOME', '$IFS', '\\', '"; id; "', "'; id; '"]) {
    const value = `${hostile} $CONFORMANCE_USER_TOKEN`;
    const line = curlLine({ ...PLAIN, headers: { 'x-a': value } });
    expect(wordsOf(line, { CONFORMANCE_USER_TOKEN: 'T' })).toContain(`x-a: ${hostile} T`);
  }
});
