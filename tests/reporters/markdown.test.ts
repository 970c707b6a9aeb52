import { describe, expect, it } from 'vitest';
import type { RejectedRole, Report } from '../../harness/report.js';
import { code, fenced, prose, proseWithAddresses, text } from '../../reporters/markdown/escape.js';
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

/** A report with long texts in many places before its findings. */
const manyOf: Readonly<Record<string, (report: Report) => Report>> = {
  'rejected roles': (report) => ({
    ...report,
    scope: {
      ...report.scope,
      rejected: Array.from({ length: 9000 }, (_, index) => {
        const role = `@role-${index}` as RejectedRole['role'];
        return { role, why: '@'.repeat(900), ...(index % 2 ? { sameAs: role } : {}) };
      }),
    },
  }),
  groups: (report) => ({
    ...report,
    requirements: report.requirements.map((each, index) => ({
      ...each,
      group: `${'@'.repeat(500)}${index}`,
    })),
  }),
  'parts with long titles': (report) => ({
    ...report,
    extensions: Array.from({ length: 10 }, (_, index) => ({
      suite: `${'@'.repeat(500)}${index}`,
      verdict: 'nonconformant' as const,
      counts: report.counts,
      countsByVersion: report.countsByVersion,
      requirements: report.requirements,
      results: report.results,
    })),
  }),
};

it.for(Object.entries(manyOf))(
  'a Markdown report is short enough for GitHub with many %s',
  ([, made]) => {
    const markdown = markdownOf(made(manyFails()));
    expect(Buffer.byteLength(markdown)).toBeLessThan(60_000);
    expect(markdown).toMatch(
      /\*\*Left out because of GitHub’s size limit: .{10,500}\.\*\* The other/,
    );
  },
);

it('the Markdown report counts the warnings that it leaves out, and has the matrix nevertheless', () => {
  const report = manyFails();
  const rejected = Array.from({ length: 300 }, (_, index) => {
    const role = `role-${index}` as RejectedRole['role'];
    return { role, why: 'status 401' };
  });
  const markdown = markdownOf({ ...report, scope: { ...report.scope, rejected } });
  expect(markdown).toMatch(/^> ⚠️ Role role-0 could not sign in: status 401\.$/m);
  expect(markdown).toMatch(/^> and 28\d more$/m);
  expect(markdown).toContain('| **conformant** |');
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

  it('is code where it is an address, apart from other code at its side', () => {
    expect(proseWithAddresses(' see https://a.b/c of `x`')).toBe('see `https://a.b/c` of `x`');
    expect(proseWithAddresses('`b`https://x`[c](d)')).toBe('`b`&#8203;``https://x`[c](d)``');
    expect(proseWithAddresses('https://a`b\u00a0`c`')).toBe('``https://a`b``\u00a0`c`');
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
