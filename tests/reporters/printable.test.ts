import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmlessLines, printable } from '../../reporters/printable.js';

const OBEYED =
  /[\p{Cc}\p{Cs}\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|##(?:vso|teamcity)?\[|section_(?:start|end):/iu;
const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\u001b',
      '\u202e',
      '\u009b',
      '\n',
      '\u200e',
      '\ufeff',
      '\u{e0041}',
      '##[',
      '##vso[',
      '##TeamCity[',
      'section_start:',
      '#',
      '[',
    ),
  ),
});

describe('printable', () => {
  it('shows what a terminal would obey as escapes', () => {
    expect(printable('\u001b[31mred\u0007')).toBe('\\u{1b}[31mred\\u{7}');
    expect(printable('a\r\n\tb\u007f\u009b')).toBe('a\\u{d}\\u{a}\\u{9}b\\u{7f}\\u{9b}');
    expect(printable('\u202egnp.exe\u202c \u2066x\u2069')).toBe(
      '\\u{202e}gnp.exe\\u{202c} \\u{2066}x\\u{2069}',
    );
    expect(printable('half \ud83d')).toBe('half \\u{d83d}');
  });

  it('leaves letters of every script, combining marks and zero widths alone', () => {
    const text = 'Zoë Große 見出し Z\u0301 👩‍👩‍👧 a\u200bb שלום';
    expect(printable(text)).toBe(text);
  });

  it('shows what makes text read differently from what it is', () => {
    expect(printable('a\u061cb\u200ec\u200fd\ufeffe')).toBe(
      'a\\u{61c}b\\u{200e}c\\u{200f}d\\u{feff}e',
    );
    expect(printable('hidden\u{e0041}\u{e007f}\u{e0000}\u2065')).toBe(
      'hidden\\u{e0041}\\u{e007f}\\u{e0000}\\u{2065}',
    );
  });

  it('says nothing that the log of a CI obeys', () => {
    expect(printable('a ##[error]b ###[group]')).toBe('a #\\u{23}[error]b ##\\u{23}[group]');
    expect(printable('a##vso[task.complete]##teamcity[b]')).toBe(
      'a#\\u{23}vso[task.complete]#\\u{23}teamcity[b]',
    );
    expect(printable('section_start:0:a section_ends')).toBe(
      'section\\u{5f}start:0:a section_ends',
    );
    expect(harmlessLines('--- a\n +++ b\n~~~ c\n^^^ +++\n---\na --- b')).toBe(
      '\\u{2d}-- a\n \\u{2b}++ b\n\\u{7e}~~ c\n\\u{5e}^^ +++\n---\na --- b',
    );
    expect(harmlessLines('::error::a\n  \u001b[31m::set-env name=b::c\nstd::string')).toBe(
      '\\u{3a}:error::a\n  \u001b[31m\\u{3a}:set-env name=b::c\nstd::string',
    );
  });

  it('lets nothing through that a terminal would obey', () => {
    fc.assert(fc.property(anyText, (text) => !OBEYED.test(printable(text))));
  });

  it('changes nothing the second time', () => {
    fc.assert(fc.property(anyText, (text) => printable(printable(text)) === printable(text)));
  });
});
