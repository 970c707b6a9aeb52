import { describe, expect, it } from 'vitest';
import { code, fenced, prose, text } from '../../reporters/markdown/escape.js';
import { markdownOf } from './rendered.js';
import { everyVerdict, manyFails } from './reports.js';
import { sampleExchange } from './sample.js';

/** What GitHub takes for a comment. */
const LONGEST_COMMENT = 65_536;

describe('the Markdown report', () => {
  it('is short enough for GitHub, and says what it left out and where that is', () => {
    const wide = manyFails();
    const long = wide.results.map((result) => ({
      ...result,
      violations: ['a', 'b', 'c'].map((sign) => ({
        message: sign.repeat(2000),
        received: '*'.repeat(2000),
      })),
    }));
    const markdown = markdownOf({ ...wide, results: long });
    expect(Buffer.byteLength(markdown)).toBeLessThan(LONGEST_COMMENT);
    expect(Buffer.byteLength(markdown)).toBeGreaterThan(30_000);
    const last = markdown.trimEnd().split('\n').at(-1);
    expect(last).toMatch(
      /^\*\*Left out because of GitHub’s size limit: \d+ of 180 of “180 more in short”/,
    );
    expect(last).toContain('`--report run.json` writes one');
    expect(markdownOf(everyVerdict())).not.toContain('Left out');
  });

  it('leaves out whole findings, never the end of a block', () => {
    const markdown = markdownOf({
      ...manyFails(),
      exchanges: [{ ...sampleExchange(1, '/'), curl: `curl ${'`'.repeat(2900)}` }],
    });
    expect(Buffer.byteLength(markdown)).toBeLessThan(LONGEST_COMMENT);
    expect(markdown.match(/<details>/g)?.length).toBe(markdown.match(/<\/details>/g)?.length);
    expect(markdown).toMatch(/: \d+ of 20 of “200 requirements fail”/);
  });
});

describe('what is foreign in Markdown', () => {
  it.each([
    ['@torvalds', '&#64;&#8203;torvalds'],
    ['#1 GH-2', '&#35;&#8203;1 GH-&#8203;2'],
    ['http://a.b www.a.b', 'http:&#8203;//a.b www.&#8203;a.b'],
    [':tada: 12:30', ':&#8203;tada: 12:30'],
    ['[a](b) ![c](d)', '&#91;a&#93;(b) !&#91;c&#93;(d)'],
    [
      '<b>*a*</b> per_page _x_ a|b',
      '&#60;b&#62;&#42;a&#42;&#60;/b&#62; per_page &#95;x&#95; a&#124;b',
    ],
    ['- a', '&#45; a'],
    ['12. a', '&#49;2. a'],
    ['a\nb', 'a&#92;u{a}b'],
  ])('is no mention, no link, no emoji and no markup: %s', (foreign, shown) => {
    expect(text(foreign)).toBe(shown);
  });

  it('is code where it stands between backticks, and nothing else', () => {
    expect(prose('`actor` of *an* event')).toBe('`actor` of &#42;an&#42; event');
    expect(prose('one ` alone')).toBe('one &#96; alone');
    expect(prose('`a``b`')).toBe('`a`&#8203;`b`');
  });

  it('is quoted by more backticks than it holds', () => {
    expect(code('a')).toBe('`a`');
    expect(code('a``b')).toBe('```a``b```');
    expect(code('`')).toBe('`` ` ``');
    expect(fenced('a\n```\nb', 'sh')).toBe('````sh\na\n```\nb\n````');
  });

  it('is cut between characters', () => {
    expect(text('👩'.repeat(10), 3)).toBe('👩👩👩…');
    expect(code('ab', 2)).toBe('`ab`');
  });
});
