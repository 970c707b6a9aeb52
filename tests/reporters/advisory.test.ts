import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report, ReportedExtension } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { VERDICTS } from '../../harness/verdict.js';
import { advisoryPart } from '../../reporters/view/advisory.js';
import { ROOT } from '../project-copy.js';
import { AGAINST_BASELINES } from './baselines.js';
import { contracted } from './contracted.js';
import { everything } from './everything.js';
import { REPORTS } from './reports.js';
import { sampleRequirement, sampleResults } from './sample.js';

/** The reports of runs on real releases. */
const FOLDER = join(ROOT, 'fixtures/releases');
const STORED = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file, () => parseReport(readFileSync(join(FOLDER, file), 'utf8'))] as const);

/** Client contracts with each two verdicts in two versions, with and without a sentence against them. */
function mixed(): Report {
  const plots = VERDICTS.flatMap((first) =>
    VERDICTS.flatMap((second) =>
      [undefined, 'A sentence.'].map((contradicts, index) => {
        const id = `client.${first}-${second}-${index}`;
        const requirement = sampleRequirement({ id, title: id, group: 'client', breaks: ['b4'] });
        const results = [
          ...sampleResults(id, ['1.2'], { verdict: first }),
          ...sampleResults(id, ['1.3'], { verdict: second }),
        ];
        return { requirements: [{ ...requirement, contradicts }], results };
      }),
    ),
  );
  const { extensions: [own] = [], ...report } = contracted();
  if (own === undefined) throw new Error('the sample has no client contracts');
  const all = {
    requirements: plots.flatMap(({ requirements }) => requirements),
    results: plots.flatMap(({ results }) => results),
  };
  return { ...report, extensions: [all, ...plots].map((each) => ({ ...own, ...each })) };
}

/** The figures of a title: `62 of 65 hold, 1 fails (breaks b4), 2 warn, 16 not checked`. */
function figuresOf(report: Report, extension: ReportedExtension) {
  const { title = '' } = advisoryPart(report, extension, 'conformance');
  const figure = (pattern: RegExp) => Number(pattern.exec(title)?.[1]?.replaceAll(',', '') ?? 0);
  const checked = figure(/ of ([\d,]+) hold/);
  const sum =
    figure(/: ([\d,]+) of/) + figure(/, ([\d,]+) fails?\b/) + figure(/, ([\d,]+) warns?\b/);
  const all = checked + figure(/([\d,]+) excluded/) + figure(/([\d,]+) not checked/);
  return { title, checked, sum, all };
}

test.for([
  ...REPORTS,
  ...AGAINST_BASELINES,
  ['everything', everything] as const,
  ['mixed', mixed] as const,
  ...STORED,
])('the figures of what is reported apart add up: %s', ([, make]) => {
  const report = make();
  for (const extension of report.extensions ?? []) {
    const { title, checked, sum, all } = figuresOf(report, extension);
    expect([sum, all], title).toEqual([checked, extension.requirements.length]);
  }
});

test('a client contract that warns is counted', () => {
  const report = contracted();
  const [extension] = report.extensions ?? [];
  if (extension === undefined) throw new Error('the sample has no client contracts');
  expect(advisoryPart(report, extension, '').title).toBe(
    'Client contracts: 1 of 3 hold, 1 fails (breaks pwclient, NIPA), 1 warns, 1 not checked',
  );
});
