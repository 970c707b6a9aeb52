import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { holdAgainst } from '../../analysis/baseline/hold.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { rewrite } from '../../analysis/baseline/rewrite.js';
import { answerProfiles } from '../../analysis/client-profile/answer-profile.js';
import { readProfile } from '../../analysis/client-profile/read.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { compareVersions } from '../../analysis/comparison/compare-versions.js';
import { BadYaml } from '../../analysis/yaml-file.js';
import { renderBaseline } from '../../cli/baseline-text.js';
import type { Report } from '../../harness/report.js';
import { NoJournal, readJournal } from '../../harness/stored-journal.js';
import { NotAReport, parseReport } from '../../harness/stored-report.js';
import { CLIENTS, COMPARISON, formatFor, RUN } from '../../reporters/formats.js';
import { printable } from '../../reporters/printable.js';
import { terminalOf, textOf } from '../reporters/rendered.js';
import { anyBytes, anyJson, mutated, mutatedText, runs } from './hostile-input.js';
import { hostileReport, soundReport } from './hostile-report.js';
import { HEAD, linesOf, SOUND_JOURNAL } from './journals.js';

const LOOK = { colour: false, columns: 80, verbose: true };

/** A sentence of one line as it is shown, short enough to be read, though it may list some problems. */
const SENTENCE = /^\S[^\n\r]{5,6000}$/;

type Refusing = abstract new (...given: never[]) => Error;

/** What a reader makes of a text, or nothing if it refuses it with a sentence; other errors are thrown. */
function readBy<T>(read: () => T, Refusal: Refusing): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(printable(error.message)).toMatch(SENTENCE);
    return undefined;
  }
}

const asText = (json: fc.Arbitrary<unknown>) => json.map((value) => JSON.stringify(value));

const SOUND = JSON.stringify(soundReport);

const reportText = fc.oneof(
  anyBytes,
  asText(anyJson),
  { weight: 3, arbitrary: asText(mutated(soundReport)) },
  mutatedText(SOUND),
);

/** Everything that is made of a report. */
function tellAll(report: Report): void {
  for (const type of ['json', 'html', 'md', 'xml', 'har', 'svg']) {
    expect(formatFor(RUN, `r.${type}`)(report)).toMatch(/\S/);
  }
  const text = terminalOf(report, LOOK).replaceAll('\n', '');
  expect(text).toMatch(/\S/);
  expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
}

/** Everything that is made of a comparison. */
function compareAll(from: Report, to: Report): void {
  const stored = [from, to].map((report, at) => ({ file: `${at}.json`, report }));
  const comparison = compareReports(stored);
  for (const type of ['json', 'html', 'md']) formatFor(COMPARISON, `c.${type}`)(comparison);
  expect(textOf(COMPARISON, comparison, LOOK)).toMatch(/\S/);
}

describe('the reader of reports', () => {
  it('reads a report or refuses with a sentence; what it has read can be told and compared', () => {
    fc.assert(
      fc.property(reportText, (text) => {
        const report = readBy(() => parseReport(text), NotAReport);
        if (report === undefined) return;
        tellAll(report);
        compareAll(soundReport, report);
        compareAll(report, soundReport);
        readBy(() => compareVersions('r.json', report, ['1.0', '1.2']), RangeError);
      }),
      runs(240),
    );
  });

  it('reads hostile reports, which can be told and compared with others', () => {
    fc.assert(
      fc.property(hostileReport, hostileReport, (from, to) => {
        tellAll(from);
        compareAll(from, to);
      }),
      runs(15),
    );
  });

  it('refuses what is deeper than any report', () => {
    for (const text of [
      '['.repeat(1e5),
      '{"a":'.repeat(1e5),
      `${'['.repeat(5e4)}${']'.repeat(5e4)}`,
    ]) {
      expect(readBy(() => parseReport(text), NotAReport)).toBeUndefined();
      const within = SOUND.replace('"seed":42', `"seed":42,"more":${text}`);
      readBy(() => parseReport(within), NotAReport);
    }
  });
});

const SOUND_BASELINE = `expected:
  - requirement: covers.fail
    versions: ['1.0', '1.2']
    reason: known
    link: https://bugs.example.org/1
    expires: 2030-01-01
  - requirement: covers.inconclusive
    versions: ['1.2']
    verdict: inconclusive
`;

describe('the reader of baselines', () => {
  it('reads a baseline or refuses with a sentence, and results are held against what it has read', () => {
    const text = fc.oneof(anyBytes, asText(anyJson), mutatedText(SOUND_BASELINE));
    fc.assert(
      fc.property(text, (given) => {
        const entries = readBy(() => readBaseline(given), BadYaml);
        if (entries === undefined) return;
        tellAll(holdAgainst(soundReport, { file: 'known.yaml', entries }));
        const again = renderBaseline(soundReport, rewrite(soundReport, entries));
        expect(readBaseline(again).length).toBeGreaterThan(0);
      }),
      runs(250),
    );
  });
});

const PROFILE = readFileSync(
  fileURLToPath(new URL('../../fixtures/clients/git-pw.yaml', import.meta.url)),
  'utf8',
);

describe('the reader of client profiles', () => {
  it('reads a profile or refuses with its problems, and what it has read is answered', () => {
    const ids = soundReport.requirements.map(({ id }) => id);
    const text = fc.oneof(anyBytes, asText(anyJson), mutatedText(PROFILE));
    fc.assert(
      fc.property(text, (given) => {
        const profile = readBy(() => readProfile(given, ids), BadYaml);
        if (profile === undefined) return;
        const stored = { file: 'r.json', report: soundReport };
        const answer = answerProfiles([{ file: 'client.yaml', profile }], stored);
        for (const type of ['json', 'md', 'html']) formatFor(CLIENTS, `a.${type}`)(answer);
        expect(textOf(CLIENTS, answer, LOOK)).toMatch(/\S/);
      }),
      runs(150),
    );
  });
});

describe('the reader of journals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'journal');

  it('reads a journal or refuses with a sentence', () => {
    const sound = linesOf(SOUND_JOURNAL);
    const text = fc.oneof(
      anyBytes,
      anyJson.map(linesOf),
      mutated(SOUND_JOURNAL).map(linesOf),
      mutatedText(sound),
    );
    fc.assert(
      fc.property(text, (given) => {
        writeFileSync(file, given);
        const journal = readBy(() => readJournal(file), NoJournal);
        expect(journal?.head.format ?? HEAD.format).toBe(HEAD.format);
      }),
      runs(300),
    );
    writeFileSync(file, sound);
    expect(readJournal(file).entries).toHaveLength(SOUND_JOURNAL.length - 1);
  });
});
