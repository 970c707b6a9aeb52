import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlLine } from '../../harness/client/curl.js';
import { Redaction } from '../../harness/redaction.js';

/** The words of a command as a shell reads them, without `curl`. */
function wordsOf(command: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: variables });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

/** Any text that an argument of a program can hold. */
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

const ADDRESS = 'http://127.0.0.1/api/1.0/';
const PLAIN = { method: 'GET', url: [ADDRESS], headers: [] };

test('credentials are variables that the shell puts in', () => {
  const token = { name: '$CONFORMANCE_USER_TOKEN' };
  const line = curlLine({ ...PLAIN, headers: [['authorization', ['Token ', token]]] });
  expect(wordsOf(line, { CONFORMANCE_USER_TOKEN: '0"1$2' })).toContain(
    'authorization: Token 0"1$2',
  );
  const [name, password] = ['NAME', 'PASSWORD'].map((part) => ({
    name: `$CONFORMANCE_OTHER_${part}`,
  }));
  const basic = ['Basic ', name ?? '', ':', password ?? ''];
  const variables = { CONFORMANCE_OTHER_NAME: 'otto', CONFORMANCE_OTHER_PASSWORD: "a'b" };
  const words = wordsOf(curlLine({ ...PLAIN, headers: [['authorization', basic]] }), variables);
  expect(words.slice(2, 4)).toEqual(['-u', "otto:a'b"]);
});

test('a shell reads back what was put in, whatever it is', () => {
  const text = anyText.filter((each) => each !== '');
  fc.assert(
    fc.property(text, text, (value, sent) => {
      const body = { parts: [sent], isCut: false };
      const words = wordsOf(curlLine({ ...PLAIN, headers: [['x-a', [value]]], body }));
      expect(words).toEqual([
        ...['-i', '--globoff', '-H', `x-a: ${value}`, '-H', 'content-type:'],
        ...['--data-raw', sent, ADDRESS],
      ]);
    }),
  );
});

/** What a text of an instance may hold that a shell, or a mask, could take for more than that. */
const HOSTILE = [
  '${' + 'CONFORMANCE_X:=$(id)}${' + 'CONFORMANCE_X[0]@P}',
  '$CONFORMANCE_MAINTAINER_PASSWORD',
  '${' + 'CONFORMANCE_USER_TOKEN%?}',
  ...['$(id)', '`id`', '$HOME', '$IFS', '\\', '"; id; "', "'; id; '"],
];

const VARIABLES = {
  CONFORMANCE_USER_TOKEN: 'T0-0kens',
  CONFORMANCE_MAINTAINER_PASSWORD: 'canary',
  HOME: '/canary',
};

test('beside a variable, too, nothing is run or expanded', () => {
  const { CONFORMANCE_USER_TOKEN: token } = VARIABLES;
  const credentials = { user: { token } };
  const redaction = new Redaction({ credentials, headers: [], showEmails: true });
  const isHeld = (before: string, after: string) => {
    const value = `${before} ${token} ${after}`;
    const line = curlLine({
      ...PLAIN,
      url: redaction.parts(`${ADDRESS}?q=${value}`),
      headers: [['x-a', redaction.parts(value)]],
    });
    expect(line).not.toContain(token);
    const words = wordsOf(line, VARIABLES);
    expect(words).toContain(`x-a: ${value}`);
    expect(words.at(-1)).toBe(`${ADDRESS}?q=${value}`);
  };
  fc.assert(fc.property(anyText, anyText, isHeld));
  for (const hostile of HOSTILE) isHeld(hostile, hostile);
});
