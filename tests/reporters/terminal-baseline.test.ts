import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { AGAINST_BASELINES, notAsExpected } from './baselines.js';
import { terminalOf } from './rendered.js';
import { conformant, manyFails, twoFails } from './reports.js';

/** What is pasted is never broken. */
const IN_ONE_PIECE =
  /^ +(curl |- requirement: |versions: |verdict: |reason: |rerun(?: \(same credentials\))?: |explain: |find out how to check more: )/;

const PLAIN = { colour: false, columns: 80, verbose: false };

/** What no line may hold when there are no colours. */
const OBEYED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

describe('the terminal report of a run against a baseline', () => {
  for (const [name, report] of AGAINST_BASELINES) {
    it(`keeps to the width and is harmless: ${name}`, () => {
      for (const columns of [60, 80, 110]) {
        for (const verbose of [false, true]) {
          for (const line of terminalOf(report(), { ...PLAIN, columns, verbose }).split('\n')) {
            if (!IN_ONE_PIECE.test(line))
              expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(OBEYED);
          }
        }
      }
    });
  }

  it('gives entries that can be pasted into a baseline as they stand', () => {
    const failing = twoFails();
    const bare = holdAgainst(failing, { file: 'known.yaml', entries: [] });
    const lines = terminalOf(bare, { ...PLAIN, columns: 60 }).split('\n');
    const from = lines.findIndex((line) => line.startsWith('  - requirement:'));
    const pasted = lines.slice(from, lines.indexOf('', from)).join('\n');
    const entries = readBaseline(`expected:\n${pasted}\n`);
    expect(entries.map(({ requirement }) => requirement)).toEqual([
      'covers.mbox.absent-before-1.1',
      'page.next.absent-on-last',
    ]);
    expect(holdAgainst(failing, { file: 'known.yaml', entries }).baseline?.outcome).toBe(
      'as-expected',
    );
  });

  it('shows the differences from the baseline first', () => {
    const lines = terminalOf(notAsExpected(), PLAIN).split('\n');
    const differences = lines.findIndex((line) => line.includes('from the baseline known.yaml'));
    const matrix = lines.findIndex((line) => /^ +1\.0 +1\.1/.test(line));
    expect(differences).toBeGreaterThan(0);
    expect(differences).toBeLessThan(matrix);
  });

  it('shows twenty of two hundred new failures, and says how to accept all', () => {
    const text = terminalOf(holdAgainst(manyFails(), { file: 'k.yaml', entries: [] }), PLAIN);
    expect(text.match(/^ {2}- requirement: /gm)).toHaveLength(20);
    expect(text.replace(/\s+/g, ' ')).toContain('(180 more: --write-baseline FILE writes all)');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'NOT AS EXPECTED (read-only, anonymous) · 200 unexpected failures',
    );
  });

  it('is conformant as ever where nothing is expected and nothing fails', () => {
    const text = terminalOf(holdAgainst(conformant(), { file: 'k.yaml', entries: [] }), PLAIN);
    expect(text.replace(/\s+/g, ' ')).toContain(
      ' CONFORMANT (read-only, anonymous) · baseline k.yaml · 144 of 144 requirements checked',
    );
  });
});
