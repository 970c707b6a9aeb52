import { describe, expect, it } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { BadBaseline } from '../../analysis/baseline/yaml.js';

/** The line and the message with which a text is refused. */
function refusal(text: string): string {
  try {
    readBaseline(text);
  } catch (error) {
    if (error instanceof BadBaseline) return `${error.line}: ${error.message}`;
    throw error;
  }
  return 'taken';
}

/** A baseline of one entry, with other lines after those that it needs. */
function entry(...more: string[]): string {
  const lines = ['  - requirement: root.answers', "    versions: ['1.0']", ...more];
  return ['expected:', ...lines, ''].join('\n');
}

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

  it('may hold one requirement twice, for different versions and reasons', () => {
    const both = `${entry('    reason: one')}  - requirement: root.answers\n    versions: ['1.1']\n`;
    expect(readBaseline(both).map(({ reason }) => reason)).toEqual(['one', undefined]);
  });

  it.each([
    ['an empty file', '', '1: it is empty; expected the key "expected"'],
    ['comments alone', '# nothing\n', '1: it is empty; expected the key "expected"'],
    ['a list at the top', '- requirement: a.b\n', '1: expected the key "expected"'],
    ['another file', '{"format": "conformance-report/1"}', '1: unknown key "format"; expected one'],
    ['invalid YAML', 'expected:\n  - a: "b\n', '3: invalid YAML: Missing closing "quote'],
    ['a tab', 'expected:\n\t- a\n', '2: invalid YAML: Tabs are not allowed as indentation'],
    ['two documents', `${entry()}---\n${entry()}`, '4: a second document begins; expected one'],
    ['a tag', entry('    reason: !js/function x'), '4: invalid YAML: Unresolved tag'],
    ['bytes', entry('    reason: !!binary aGk='), '4: expected a text, received something else'],
    ['a key twice', entry("    versions: ['1.1']"), '4: invalid YAML: Map keys must be unique'],
    ['an unknown key', entry('    because: x'), '4: unknown key "because"; expected one of requ'],
    ['a merge', entry('    <<: {reason: x}'), '4: unknown key "<<"'],
    ['__proto__', entry('    __proto__: {reason: x}'), '4: unknown key "__proto__"'],
    ['a list as a key', entry('    ? [a]\n    : b'), '4: expected one of requirement, versions'],
    ['an entry that is a text', 'expected:\n  - root.answers\n', '2: expected an entry with'],
    ['no list', 'expected:\n  requirement: root.answers\n', '2: expected a list of entries, rece'],
    ['no versions', 'expected:\n  - requirement: a.b\n', '2: the entry has no versions; expected'],
    ['no requirement', "expected:\n  - versions: ['1.0']\n", '2: the entry has no requirement'],
    ['a blank id', "expected:\n  - {requirement: , versions: ['1.0']}\n", '2: "" is not a requ'],
    [
      'a wrong id',
      "expected:\n  - {requirement: page, versions: ['1.0']}\n",
      '2: "page" is not a requ',
    ],
    [
      'a version alone',
      'expected:\n  - requirement: a.b\n    versions: 1.0\n',
      '3: expected a list',
    ],
    [
      'an empty list',
      'expected:\n  - requirement: a.b\n    versions: []\n',
      '3: the list is empty',
    ],
    [
      'version 2.0',
      'expected:\n  - requirement: a.b\n    versions: [2.0]\n',
      '3: "2.0" is not a vers',
    ],
    [
      'one twice',
      'expected:\n  - requirement: a.b\n    versions: [1.0, 1.0]\n',
      '3: version 1.0 is listed',
    ],
    ['a verdict', entry('    verdict: warn'), '4: verdict "warn" cannot be expected; expected'],
    ['a reason of its own kind', entry('    reason: [x]'), '4: expected a text, received a list'],
    ['no address', entry('    link: bugs/17'), '4: "bugs/17" is not a URL such as https'],
    ['a script', entry('    link: javascript:alert(1)'), '4: "javascript:alert(1)" is not a URL'],
    ['no day', entry('    expires: soon'), '4: "soon" is not a day of the calendar, such as'],
    ['30 February', entry('    expires: 2027-02-30'), '4: "2027-02-30" is not a day of the cal'],
    ['a moment', entry('    expires: 2027-02-03T04:05:06Z'), '4: "2027-02-03T04:05:06Z" is not'],
    [
      'an entry twice',
      `${entry()}${entry().replace('expected:\n', '')}`,
      '4: root.answers in 1.0 is already',
    ],
  ])('is refused with its line: %s', (_name, text, message) => {
    expect(refusal(text).slice(0, message.length)).toBe(message);
  });

  it('takes no aliases, so that a small file stays small', () => {
    const bomb = ['a: &a [x, x]', 'b: &b [*a, *a]', 'expected: [*b, *b]'].join('\n');
    expect(refusal(bomb)).toMatch(/^1: unknown key "a"/);
    const alias = `${entry('    reason: &r known')}  - requirement: a.b\n    versions: [1.0]\n    reason: *r\n`;
    expect(refusal(alias)).toBe(
      '7: expected a text, received an alias (*…), which is not supported here',
    );
  });

  it.each(['[', '{a: ', '- ', '? '])('survives twenty thousand of "%s"', (opening) => {
    expect(refusal(opening.repeat(20_000))).toMatch(/^1: /);
  });
});
