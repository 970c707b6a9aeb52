import { describe, expect, it } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { BadYaml } from '../../analysis/yaml-file.js';

/** The line and the message with which a text is refused. */
function refusal(text: string): string {
  try {
    readBaseline(text);
  } catch (error) {
    if (error instanceof BadYaml) return error.message.replace(/^line /, '');
    throw error;
  }
  return 'taken';
}

/** A baseline of one entry, with other lines after those that it needs. */
function entry(...more: string[]): string {
  const lines = ['  - requirement: root.answers', "    versions: ['1.0']", ...more];
  return ['expected:', ...lines, ''].join('\n');
}

/** A baseline of one entry in flow style. */
const of = (text: string) => `expected:\n  - ${text}\n`;

const NEEDED =
  '2: expected an entry with requirement, versions, verdict, reason, link, expires; requirement and versions in each';
const ID = '2: expected a requirement id such as root.answers (the subcommand list prints all)';
const VERSIONS = "2: expected a list of different versions, such as ['1.0', '1.1']";

describe('a baseline', () => {
  it('is read with all that an entry can hold', () => {
    const text = [
      '\ufeff# known to fail',
      'expected:',
      '  - requirement: page.next.absent-on-last',
      "    versions: ['1.3', 1.1]",
      '    reason: >',
      '      the proxy makes',
      '      the links',
      '    link: https://bugs.example.org/17',
      '    expires: 2028-02-29',
      '  - { requirement: check.list, versions: [1.0], verdict: inconclusive, reason: null, link: }',
      '',
    ].join('\r\n');
    expect(readBaseline(text)).toEqual([
      {
        requirement: 'page.next.absent-on-last',
        versions: ['1.1', '1.3'],
        verdict: 'fail',
        reason: 'the proxy makes the links',
        link: 'https://bugs.example.org/17',
        expires: '2028-02-29',
        line: 3,
      },
      { requirement: 'check.list', versions: ['1.0'], verdict: 'inconclusive', line: 10 },
    ]);
  });

  it.each(['expected:', 'expected: []', 'expected: ~'])('may expect nothing: %s', (text) => {
    expect(readBaseline(`${text}\n`)).toEqual([]);
  });

  it.each([
    [
      'an empty file',
      '',
      '1: expected the key "expected", with a list of entries or nothing below it',
    ],
    ['another file', '{"format": "conformance-report/1"}', '1: unknown key "format"; expected one'],
    ['invalid YAML', 'expected:\n  - a: "b\n', '3: invalid YAML: Missing closing "quote'],
    ['two documents', `${entry()}---\n${entry()}`, '4: a second document begins; expected one'],
    ['a tag', entry('    reason: !js/function x'), '4: invalid YAML: Unresolved tag'],
    ['a key twice', entry("    versions: ['1.1']"), '4: invalid YAML: Map keys must be unique'],
    ['an unknown key', entry('    because: x'), '4: unknown key "because"; expected one of requ'],
    ['__proto__', entry('    __proto__: {reason: x}'), '4: unknown key "__proto__"'],
    ['an entry that is a text', 'expected:\n  - root.answers\n', '2: expected an entry with'],
    ['no versions', 'expected:\n  - requirement: a.b\n', `${NEEDED}, but it has no versions`],
    ['a wrong id', of("{requirement: page, versions: ['1.0']}"), `${ID}, received "page"`],
    ['a version alone', of('{requirement: a.b, versions: 1.0}'), `${VERSIONS}, received "1.0"`],
    ['one twice', of('{requirement: a.b, versions: [1.0, 1.0]}'), `${VERSIONS}, received a list`],
    [
      'a verdict',
      entry('    verdict: error'),
      '4: unknown verdict "error"; expected one of fail, war',
    ],
    ['a reason of its own kind', entry('    reason: [x]'), '4: expected a text, received a list'],
    ['a script', entry('    link: javascript:alert(1)'), '4: expected a URL such as https'],
    ['30 February', entry('    expires: 2027-02-30'), '4: expected a day of the calendar, such as'],
    [
      'an entry twice',
      `${entry()}${entry().replace('expected:\n', '')}`,
      '4: root.answers in 1.0 is already in line 2; expected once',
    ],
  ])('is refused with its line: %s', (_name, text, message) => {
    expect(refusal(text).slice(0, message.length)).toBe(message);
  });

  it('takes no aliases, so that a small file stays small', () => {
    const bomb = ['a: &a [x, x]', 'b: &b [*a, *a]', 'expected: [*b, *b]'].join('\n');
    expect(refusal(bomb)).toMatch(/^2: an alias/);
    const alias = `${entry('    reason: &r known')}  - requirement: a.b\n    versions: [1.0]\n    reason: *r\n`;
    expect(refusal(alias)).toBe('7: an alias (*…) is not supported here');
  });

  it.each(['[', '{a: ', '- ', '? '])('survives twenty thousand of "%s"', (opening) => {
    expect(refusal(opening.repeat(20_000))).toMatch(/^1: /);
  });
});
