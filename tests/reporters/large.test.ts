import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { renderJunit } from '../../reporters/junit.js';
import { jsonText } from '../../reporters/printable.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { sampleExchange, sampleReport, sampleRequirement, sampleResults } from './sample.js';

// The largest reports that are read: what they take grows with their size, not with its square.

const many = <T>(count: number, made: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => made(index));

const requirement = (index: number) =>
  sampleRequirement({ id: `a.r${index}`, title: 'a', group: `g${index}` });

const base = sampleReport({
  offered: ['1.0'],
  requirements: many(10_000, requirement),
  results: [],
  exchanges: [sampleExchange(1, '/api/1.0/bundles/7/')],
});

const failing = (index: number) =>
  sampleResults(`a.r${index}`, ['1.0'], {
    verdict: 'fail',
    violations: [{ message: `m${index}`, exchange: 1 }],
  });

const inconclusive = (index: number) =>
  sampleResults(`b.r${index}`, ['1.0'], {
    verdict: 'inconclusive',
    values: { requirement: `b.x${index}` },
  });

const CASES: Record<string, () => Report> = {
  'failures and removed objects': () => ({
    ...base,
    results: many(10_000, failing).flat(),
    writes: {
      allowed: true,
      hazardous: false,
      restored: 0,
      notRestored: [],
      leftBehind: [],
      removed: many(10_000, (index) => `https://patchwork.example.org/api/1.0/bundles/${index}/`),
    },
  }),
  'failures that hide something, and what is hidden': () => ({
    ...base,
    results: [...many(5000, failing), ...many(5000, inconclusive)].flat(),
  }),
  'client contracts against the specification': () => ({
    ...base,
    requirements: [],
    extensions: [
      {
        suite: 'client contracts',
        verdict: 'nonconformant',
        counts: base.counts,
        countsByVersion: base.countsByVersion,
        requirements: base.requirements.map((each, index) =>
          index % 2 ? { ...each, breaks: ['b4'] } : { ...each, contradicts: 'b' },
        ),
        results: many(10_000, failing).flat(),
      },
    ],
  }),
  'groups and lists that were not read': () => ({
    ...base,
    scan: {
      objects: 1,
      lists: many(10_000, (index) => ({
        path: `p${index}/`,
        version: '1.0',
        objects: 1,
        pages: 1,
        complete: false,
      })),
    },
  }),
  'groups in 100 versions': () => ({
    ...base,
    target: {
      ...base.target,
      versionsOffered: many(100, (index) => `1.${index}` as '1.0'),
      versionsExamined: many(100, (index) => `1.${index}` as '1.0'),
    },
    results: many(10_000, (index) =>
      sampleResults(`a.r${index}`, [`1.${index % 100}` as '1.0'], { verdict: 'pass' }),
    ).flat(),
  }),
};

test.for(Object.entries(CASES))(
  'a report with many %s is rendered in seconds, and is no larger by far than its file',
  { timeout: 60_000 },
  ([, made]) => {
    const text = jsonText(made());
    const report = parseReport(text);
    for (const render of [renderJunit, markdownOf, htmlOf]) {
      expect(render(report).length).toBeLessThan(8 * text.length);
    }
    const look = { colour: false, columns: 80, verbose: false };
    expect(terminalOf(report, look).length).toBeLessThan(8 * text.length);
  },
);
