import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { AGAINST_BASELINES, notAsExpected } from './baselines.js';
import { contracted } from './contracted.js';
import { terminalOf } from './rendered.js';
import {
  conformant,
  everyVerdict,
  hollow,
  hostile,
  manyFails,
  REPORTS,
  twoFails,
} from './reports.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

// The golden files are written anew by `npx vitest run tests/reporters -u`; read the difference.

/** What no line may hold when there are no colours. */
const OBEYED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** The codes for colour and weight, which only the report itself may give. */
const OWN_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9]+m`, 'g');

/** What is pasted is never broken. */
const IN_ONE_PIECE =
  /^ +(curl |- requirement: |versions: |verdict: |reason: |rerun(?: \(same credentials\))?: |explain: |find out how to check more: )/;

const PLAIN = { colour: false, columns: 80, verbose: false };

describe('the terminal report', () => {
  for (const [name, report] of [...REPORTS, ...AGAINST_BASELINES]) {
    it(`keeps to the width and is harmless, in colour as without: ${name}`, () => {
      for (const columns of [60, 80, 97, 110]) {
        for (const verbose of [false, true]) {
          const plain = terminalOf(report(), { colour: false, columns, verbose });
          const coloured = terminalOf(report(), { colour: true, columns, verbose });
          for (const line of plain.split('\n')) {
            expect(line).not.toMatch(OBEYED);
            if (IN_ONE_PIECE.test(line)) continue;
            expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
          }
          expect(stripVTControlCharacters(coloured).replaceAll(/ +$/gm, '')).toBe(
            plain.replaceAll(/ +$/gm, ''),
          );
        }
      }
    });
  }

  it('looks as it should', async () => {
    const text = terminalOf(everyVerdict(), PLAIN);
    await expect(text).toMatchFileSnapshot('golden/every-verdict.txt');
  });

  it('shows all there is when verbose', () => {
    const brief = terminalOf(everyVerdict(), PLAIN);
    const text = terminalOf(everyVerdict(), { ...PLAIN, verbose: true });
    for (const { id } of everyVerdict().requirements) expect(text).toContain(id);
    expect(text).toContain('found no cover that has comments');
    expect(text.length).toBeGreaterThan(brief.length);
  });

  it('is at least 60 columns wide, and at most 110', () => {
    const at = (columns: number) => terminalOf(everyVerdict(), { ...PLAIN, columns });
    expect(at(20)).toBe(at(60));
    const lines = at(300)
      .split('\n')
      .filter((line) => !IN_ONE_PIECE.test(line));
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBe(110);
  });

  it('colours what fails, and the verdict', () => {
    const text = terminalOf(twoFails(), { ...PLAIN, colour: true });
    const coloured = text.split('\n').filter((line) => line.includes('\u001b['));
    expect(coloured.filter((line) => line.includes('✗')).length).toBeGreaterThan(1);
    expect(coloured.some((line) => line.includes('NONCONFORMANT'))).toBe(true);
  });

  it('keeps the client contracts apart, with a verdict of their own', () => {
    const contracts = terminalOf(contracted(), PLAIN);
    expect(contracts).toContain(
      '✗ client.link.next-first  MUST, fails in 1.0–1.3, breaks pwclient, NIPA',
    );
    expect(contracts).toMatch(/── Client contracts: 1 of 3 hold, 1 fails/);
    expect(contracts).toMatch(/\n CONFORMANT {2}\(/);
  });

  it('counts no failure where the specification has what a client contract contradicts', () => {
    const report = contracted();
    const extensions = (report.extensions ?? []).map((own) => ({
      ...own,
      requirements: own.requirements.map((each) => ({ ...each, contradicts: 'A sentence.' })),
    }));
    const text = terminalOf({ ...report, extensions }, PLAIN);
    expect(text).toContain('── Client contracts: 1 of 2 hold, 1 against the specification');
    expect(text).toMatch(/next-first does not hold in 1.0–1.3, .*: “A\s+sentence.” pwclient, NIPA/);
    expect(text).not.toContain('✗ client.link');
  });

  it('counts no client contract of a run that has checked none', () => {
    const report = contracted();
    const [own] = report.extensions ?? [];
    const results = (own?.results ?? []).map((result) => ({
      ...result,
      verdict: 'skipped' as const,
    }));
    const extensions = own === undefined ? [] : [{ ...own, results }];
    const text = terminalOf({ ...report, extensions, interrupted: true }, PLAIN);
    expect(text).toContain('Client contracts: 4 not checked');
  });

  it('gives its own escape codes, and none of the instance, when in colour', () => {
    const text = terminalOf(hostile(), { ...PLAIN, colour: true, verbose: true });
    const bare = text.replaceAll('\n', '').replaceAll(OWN_CODES, '');
    expect(bare).not.toMatch(OBEYED);
  });

  it('ends in the verdict, after 200 failures as well', () => {
    const lines = terminalOf(manyFails(), PLAIN).trimEnd().split('\n');
    const verdict = lines.slice(lines.lastIndexOf('') + 1).join(' ');
    expect(verdict).toContain('NONCONFORMANT  (read-only, anonymous) · 200 requirements fail');
    expect(lines.filter((line) => line.includes('For a client:'))).toHaveLength(20);
    expect(lines.join('\n')).toContain('--verbose or --report FILE.json has everything');
  });

  it('says at the top that a run is hollow', () => {
    const [, , , , , , warning] = terminalOf(hollow(), PLAIN).split('\n');
    expect(warning).toContain('Little was checked: of 120 results on a MUST, 100 are inconclusive');
  });

  it('keeps to 80 columns and harmless characters whatever the instance says', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    );
    fc.assert(
      fc.property(anything, anything, anything, (message, received, reason) => {
        const requirement = sampleRequirement({
          id: 'covers.any',
          title: 'any',
          group: 'covers',
        });
        const report = sampleReport({
          requirements: [requirement],
          results: [
            ...sampleResults(requirement.id, ['1.0'], {
              verdict: 'fail',
              violations: [{ message, pointer: `/${received}`, expected: reason, received }],
            }),
            ...sampleResults(requirement.id, ['1.1'], { verdict: 'inconclusive', reason }),
            ...sampleResults(requirement.id, ['1.2'], { verdict: 'observed', observed: received }),
          ],
        });
        for (const line of terminalOf(report, { ...PLAIN, verbose: true }).split('\n')) {
          if (!IN_ONE_PIECE.test(line)) expect(stringWidth(line)).toBeLessThanOrEqual(80);
          expect(line).not.toMatch(OBEYED);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the terminal report of a run against a baseline', () => {
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
