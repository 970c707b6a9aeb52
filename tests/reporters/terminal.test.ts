import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { cut, hang, pad, wrap } from '../../reporters/terminal/text.js';
import { AGAINST_BASELINES } from './baselines.js';
import { contracted } from './contracted.js';
import { everything } from './everything.js';
import { terminalOf } from './rendered.js';
import { conformant, everyVerdict, hollow, manyFails, REPORTS, twoFails } from './reports.js';

/** What no line may hold when there are no colours. */
const OBEYED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** The codes for colour and weight, which only the report itself may give. */
const OWN_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9]+m`, 'g');

/** What is pasted is never broken. */
const IN_ONE_PIECE =
  /^ +(curl |- requirement: |versions: |verdict: |reason: |rerun what fails(?: \(same credentials\))?: |explain: |find out how to check more: )/;

const PLAIN = { colour: false, columns: 80, verbose: false };

function expectLines(text: string, columns: number): void {
  for (const line of text.split('\n')) {
    expect(line).not.toMatch(OBEYED);
    if (!IN_ONE_PIECE.test(line)) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  }
}

const ALL = [...REPORTS, ...AGAINST_BASELINES, ['everything', everything] as const];

test.for(ALL)('keeps to the width and is harmless, in colour as without: %s', ([, report]) => {
  for (const [columns, verbose] of [60, 110].flatMap((each) =>
    [false, true].map((is) => [each, is] as const),
  )) {
    const plain = terminalOf(report(), { colour: false, columns, verbose });
    const coloured = terminalOf(report(), { colour: true, columns, verbose });
    expectLines(plain, columns);
    expect(coloured.replaceAll('\n', '').replaceAll(OWN_CODES, '')).not.toMatch(OBEYED);
    const bare = stripVTControlCharacters(coloured);
    expect(bare.replaceAll(/ +$/gm, '')).toBe(plain.replaceAll(/ +$/gm, ''));
  }
});

test('is at least 60 columns wide, and at most 110', () => {
  const at = (columns: number) => terminalOf(everyVerdict(), { ...PLAIN, columns });
  expect(at(20)).toBe(at(60));
  expect(at(300)).toBe(at(110));
});

test('counts no client contract of a run that has checked none', () => {
  const report = contracted();
  const extensions = (report.extensions ?? []).map((own) => ({
    ...own,
    results: own.results.map((result) => ({ ...result, verdict: 'skipped' as const })),
  }));
  const text = terminalOf({ ...report, extensions, interrupted: true }, PLAIN);
  expect(text).toContain('Client contracts: 4 not checked');
  expect(terminalOf(report, PLAIN)).toMatch(/\n CONFORMANT {2}\(/);
});

test('ends in the verdict, after 200 failures as well', () => {
  const lines = terminalOf(manyFails(), PLAIN).trimEnd().split('\n');
  const verdict = lines.slice(lines.lastIndexOf('') + 1).join(' ');
  expect(verdict).toContain('NONCONFORMANT  (read-only, anonymous) · 200 requirements fail');
  expect(lines.filter((line) => line.includes('For a client:'))).toHaveLength(20);
  expect(lines.join('\n')).toContain('--verbose or --report FILE.json has everything');
});

test('says at the top that a run is hollow', () => {
  const [, , , , , , warning] = terminalOf(hollow(), PLAIN).split('\n');
  expect(warning).toContain('Little was checked: of 120 results on a MUST, 100 are inconclusive');
});

test('gives entries that can be pasted into a baseline as they stand', () => {
  const failing = twoFails();
  const bare = holdAgainst(failing, { file: 'known.yaml', entries: [] });
  const lines = terminalOf(bare, { ...PLAIN, columns: 60 }).split('\n');
  const from = lines.findIndex((line) => line.startsWith('  - requirement:'));
  const pasted = lines.slice(from, lines.indexOf('', from)).join('\n');
  const entries = readBaseline(`expected:\n${pasted}\n`);
  const { baseline } = holdAgainst(failing, { file: 'known.yaml', entries });
  expect(baseline?.outcome).toBe('as-expected');
});

test('shows twenty of two hundred new failures, and says how to accept all', () => {
  const text = terminalOf(holdAgainst(manyFails(), { file: 'k.yaml', entries: [] }), PLAIN);
  expect(text.match(/^ {2}- requirement: /gm)).toHaveLength(20);
  const said = text.replace(/\s+/g, ' ');
  expect(said).toContain('(180 more: --write-baseline FILE writes all)');
  expect(said).toContain('NOT AS EXPECTED (read-only, anonymous) · 200 unexpected failures');
});

test('is conformant as ever where nothing is expected and nothing fails', () => {
  const text = terminalOf(holdAgainst(conformant(), { file: 'k.yaml', entries: [] }), PLAIN);
  expect(text.replace(/\s+/g, ' ')).toContain(
    ' CONFORMANT (read-only, anonymous) · baseline k.yaml · 144 of 144 requirements checked',
  );
});

test('texts are cut and broken by the columns that they take', () => {
  expect(cut('absent on the last page', 12)).toBe('absent on t…');
  expect(cut('見出しの文字', 6)).toBe('見出…');
  expect(cut(`a${'\u0301'.repeat(500)}b`, 10)).toBe(`a${'\u0301'.repeat(11)}b`);
  expect(pad('見出', 6)).toBe('見出  ');
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  expect(wrap('one two three four', 8, 2)).toEqual(['one two', 'three f…']);
  expect(hang('said: ', 'one two three', 14)).toEqual(['said: one two', '      three']);
});

test('what to fill in for a masked address stands with the curl line', () => {
  const report = twoFails();
  const curl = "curl -i 'https://patchwork.example.org/api/1.0/covers/?submitter=é***@b***'";
  const exchanges = report.exchanges.map((each) => (each.n === 20 ? { ...each, curl } : each));
  expect(terminalOf({ ...report, exchanges }, PLAIN)).toContain(
    `    ${curl}\n    (é***@b*** is masked: fill in the whole address, or run with --show-emails)`,
  );
});
