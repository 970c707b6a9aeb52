import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { curlLines } from '../../reporters/terminal/curl.js';

/**
 * The arguments that a shell makes of a command. The shell is given no program to find and no file
 * names to fill in, and the commands below hold no sign that would start one.
 */
function argumentsOf(command: string): string[] {
  const script = `set -f; set -- ${command}\nprintf '%s\\0' "$@"`;
  const env = { PATH: '/nonexistent', CONFORMANCE_USER_TOKEN: 's3cret' };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0');
}

describe('curlLines', () => {
  it('leaves a command that fits on its line', () => {
    expect(curlLines("curl -sS 'http://h/api/'", 80, '    ')).toEqual([
      "    curl -sS 'http://h/api/'",
    ]);
  });

  it('breaks between words', () => {
    const url = `'https://patchwork.example.org/api/1.2/covers/?per_page=100'`;
    expect(curlLines(`curl -sS -H "Accept: application/json" ${url}`, 80, '    ')).toEqual([
      '    curl -sS -H "Accept: application/json" \\',
      `      ${url}`,
    ]);
  });

  it('breaks so that a shell still reads the same command', () => {
    const plain = fc.stringMatching(/^[a-z=%.:-]{1,120}$/);
    const quoted = fc.stringMatching(/^[a-z ?=#"\\-]{0,160}$/).map((text) => `'${text}'`);
    const doubled = fc
      .stringMatching(/^[a-z '-]{0,120}$/)
      .map((text) => `"${text}\\"$CONFORMANCE_USER_TOKEN\\\\"`);
    const command = fc
      .array(fc.oneof(plain, quoted, doubled), { minLength: 1, maxLength: 5 })
      .map((parts) => `curl ${parts.join(' ')}`);
    fc.assert(
      fc.property(command, (text) => {
        const lines = curlLines(text, 80, '    ');
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
        expect(argumentsOf(lines.join('\n'))).toEqual(argumentsOf(text));
      }),
      { numRuns: 60 },
    );
  });
});
