import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlLine } from '../../harness/client/curl.js';

/** The words of a command as a shell reads them, without `curl`. */
function wordsOf(command: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: variables });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

/** Any text that an argument of a program can hold. */
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

const PLAIN = { method: 'GET', url: 'http://127.0.0.1/api/1.0/', headers: {} };

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
  expect(wordsOf(basic, variables).slice(1, 3)).toEqual(['-u', "otto:a'b"]);
});

test('a shell reads back what was put in, whatever it is', () => {
  const text = anyText.filter((each) => each !== '');
  fc.assert(
    fc.property(text, text, (value, body) => {
      const words = wordsOf(curlLine({ ...PLAIN, headers: { 'x-a': value }, body }));
      expect(words).toEqual([
        '-i',
        '-H',
        `x-a: ${value}`,
        '-H',
        'content-type:',
        '--data-binary',
        body,
        PLAIN.url,
      ]);
    }),
  );
});

test('beside a variable, too, nothing is run or expanded', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
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
