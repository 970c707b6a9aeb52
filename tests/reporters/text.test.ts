import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cut, hang, pad, wrap } from '../../reporters/terminal/text.js';

const words = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem()))
  .map((parts) => parts.join(' '));
const widths = fc.integer({ min: 8, max: 100 });

describe('cut and pad', () => {
  it('cut what is too wide, marked by an ellipsis', () => {
    expect(cut('absent on the last page', 12)).toBe('absent on t…');
    expect(cut('absent', 6)).toBe('absent');
    expect(cut('見出しの文字', 6)).toBe('見出…');
  });

  it('never come out wider, and pad exactly as wide, as was asked', () => {
    fc.assert(
      fc.property(words, widths, (text, width) => {
        expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
        expect(stringWidth(pad(text, width))).toBe(width);
      }),
    );
  });

  it('do not let marks pile up over other lines', () => {
    expect(cut(`a${'\u0301'.repeat(500)}b`, 10)).toBe(`a${'\u0301'.repeat(11)}b`);
  });
});

describe('wrap and hang', () => {
  it('break between words, and inside a word only if it is wider than a line', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrap('', 4)).toEqual(['']);
  });

  it('mark that there was more', () => {
    expect(wrap('one two three four', 8, 2)).toEqual(['one two', 'three f…']);
    expect(wrap('one two three', 8, 2)).toEqual(['one two', 'three']);
  });

  it('indent the lines below a label', () => {
    expect(hang('said: ', 'one two three', 14)).toEqual(['said: one two', '      three']);
  });

  it('keep every line within the width and lose no word', () => {
    fc.assert(
      fc.property(words, widths, (text, width) => {
        for (const line of wrap(text, width)) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 20, max: 80 }), (text, width) => {
        expect(wrap(text, width).join(' ')).toBe(text);
      }),
    );
  });
});
