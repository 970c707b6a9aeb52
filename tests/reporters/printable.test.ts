import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmlessLines, printable } from '../../reporters/printable.js';

const OBEYED =
  /[\p{Cc}\p{Cs}\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|##(?:vso|teamcity)?\[|section_(?:start|end):/iu;
const SIGNS =
  '\u001b \u202e \u009b \n \u200e \ufeff \u{e0041} ##[ ##vso[ ##TeamCity[ section_start: # [';
const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...SIGNS.split(' '))),
});

test.each([
  ['\u001b[31mred\u0007', '\\u{1b}[31mred\\u{7}'],
  ['a\r\n\tb\u007f\u009b', 'a\\u{d}\\u{a}\\u{9}b\\u{7f}\\u{9b}'],
  ['\u202egnp.exe\u202c \u2066x\u2069', '\\u{202e}gnp.exe\\u{202c} \\u{2066}x\\u{2069}'],
  ['half \ud83d', 'half \\u{d83d}'],
  ['a\u061cb\u200ec\u200fd\ufeffe', 'a\\u{61c}b\\u{200e}c\\u{200f}d\\u{feff}e'],
  ['\u{e0041}\u{e007f}\u{e0000}\u2065', '\\u{e0041}\\u{e007f}\\u{e0000}\\u{2065}'],
  ['a ##[error]b ###[group]', 'a #\\u{23}[error]b ##\\u{23}[group]'],
  ['a##vso[b]##teamcity[c]', 'a#\\u{23}vso[b]#\\u{23}teamcity[c]'],
  ['section_start:0:a section_ends', 'section\\u{5f}start:0:a section_ends'],
])('a terminal or the log of a CI obeys nothing of %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each([
  [
    '--- a\n +++ b\n~~~ c\n^^^ +++\n---\na --- b',
    '\\u{2d}-- a\n \\u{2b}++ b\n\\u{7e}~~ c\n\\u{5e}^^ +++\n---\na --- b',
  ],
  [
    '::error::a\n  \u001b[31m::set-env name=b::c\nstd::string',
    '\\u{3a}:error::a\n  \u001b[31m\\u{3a}:set-env name=b::c\nstd::string',
  ],
])('no line begins with what the log of a CI obeys there: %j', (text, shown) => {
  expect(harmlessLines(text)).toBe(shown);
});

test('letters of every script, combining marks and zero widths are left alone', () => {
  const text = 'Zoë Große 見出し Z\u0301 👩‍👩‍👧 a\u200bb שלום';
  expect(printable(text)).toBe(text);
});

test('nothing that a terminal would obey is left, and nothing changes the second time', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = printable(text);
      return !OBEYED.test(shown) && printable(shown) === shown;
    }),
  );
});
