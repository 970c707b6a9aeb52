import { describe, expect, it } from 'vitest';
import type { Entry } from '../../analysis/baseline/entry.js';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { rewrite } from '../../analysis/baseline/rewrite.js';
import { renderBaseline } from '../../cli/baseline-text.js';
import type { Report } from '../../harness/report.js';
import { everyVerdict, hostile, twoFails } from '../reporters/reports.js';

// The golden files are written anew by `npx vitest run tests/reporters -u`; read the difference.

function written(report: Report, before: Entry[] = []): string {
  return renderBaseline(report, rewrite(report, before));
}

/** The entries of a file, without the lines in which they stand. */
function entriesIn(text: string): Entry[] {
  return readBaseline(text).map(({ line, ...entry }) => entry);
}

describe('a baseline that is written', () => {
  it('explains itself, and shows what was received', async () => {
    await expect(written(everyVerdict())).toMatchFileSnapshot('golden/baseline.yaml');
  });

  it('lets nothing of what an instance said out of the comments', () => {
    const text = written(hostile());
    expect(entriesIn(text)).toEqual([
      { requirement: 'covers.hostile', versions: ['1.0'], verdict: 'fail' },
    ]);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(200);
  });

  it('keeps reasons, links, expiries and what was not judged, and drops what holds', () => {
    const known = {
      reason: 'a: "reason" # with\n\n  lines of its own',
      link: 'https://bugs.example.org/?a=1#b',
      expires: '2030-12-31',
    };
    const before: Entry[] = [
      {
        requirement: 'page.next.absent-on-last',
        versions: ['1.0', '1.1'],
        verdict: 'fail',
        ...known,
      },
      {
        requirement: 'people.people-are-listed',
        versions: ['1.2'],
        verdict: 'fail',
        reason: 'null',
      },
      { requirement: 'root.rule-1', versions: ['1.0', '1.2'], verdict: 'fail' },
      { requirement: 'root.gone', versions: ['1.0'], verdict: 'fail' },
      {
        requirement: 'comments.comments-of-a-cover-have-the-form-of-the-version',
        versions: ['1.1'],
        verdict: 'inconclusive',
        reason: 'no covers with comments',
      },
    ];
    const { entries, open, ...counts } = rewrite(everyVerdict(), before);
    expect(counts).toEqual({ added: 3, kept: 3, removed: 4, expired: 0 });
    expect(entriesIn(renderBaseline(everyVerdict(), { entries, open }))).toEqual([
      { requirement: 'covers.mbox.absent-before-1.1', versions: ['1.0'], verdict: 'fail' },
      { requirement: 'page.next.absent-on-last', versions: ['1.1'], verdict: 'fail', ...known },
      { requirement: 'page.next.absent-on-last', versions: ['1.2', '1.3'], verdict: 'fail' },
      before[4],
      before[1],
    ]);
  });

  it('offers what could not be judged, to be accepted by taking # away', () => {
    const text = written(everyVerdict());
    const [head = '', offered = ''] = text.split('  # Inconclusive results');
    const accepted = `${head}${offered.replace(/^.*\n.*\n/, '').replace(/^ {2}# /gm, '  ')}`;
    expect(entriesIn(accepted).at(-1)).toEqual({
      requirement: 'comments.comments-of-a-cover-have-the-form-of-the-version',
      versions: ['1.1', '1.2', '1.3'],
      verdict: 'inconclusive',
    });
    const entries = readBaseline(accepted);
    const { baseline } = holdAgainst(everyVerdict(), { file: 'known.yaml', entries });
    expect(baseline?.problems.map(({ message }) => message)).toEqual([
      'ended in an error, which no entry can accept: run it again',
    ]);
  });

  it('stays the same when it is written again, and says so if an entry has expired', () => {
    const first = written(twoFails());
    expect(written(twoFails(), readBaseline(first))).toBe(first);
    const expired = readBaseline(first).map((each) => ({ ...each, expires: '2026-01-01' }));
    expect(rewrite(twoFails(), expired)).toMatchObject({ kept: 4, added: 0, expired: 2 });
  });
});
