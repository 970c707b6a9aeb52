import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { conformant } from './reports.js';

/** A conformant report in which a requirement was unsteady in the versions of its first results. */
function inUse(seen: string, count: number): Report {
  const report = conformant();
  const [first] = report.results.filter(({ verdict }) => verdict === 'pass');
  const own = report.results.filter(({ requirement }) => requirement === first?.requirement);
  const unsteady = new Set(own.slice(0, count));
  const results = report.results.map((result) =>
    unsteady.has(result) ? { ...result, unsteady: seen } : result,
  );
  return { ...report, results };
}

/** The three formats that list it. */
function rendered(report: Report): string[] {
  const options = { colour: false, columns: Number.POSITIVE_INFINITY, verbose: false };
  return [terminalOf(report, options), markdownOf(report), htmlOf(report)];
}

test('what was unsteady is listed with its versions and what was seen, harmlessly', () => {
  const report = inUse('expected 1, got \u001b[31m<b>2', 2);
  const [terminal = '', markdown = '', html = ''] = rendered(report);
  const id = report.results.find(({ unsteady }) => unsteady !== undefined)?.requirement ?? '';
  for (const text of [terminal, markdown]) {
    expect(text).toContain('nsteady: holds, but not when first checked');
    expect(text.replaceAll('\\', '')).toMatch(new RegExp(`${id} in 1\\.0–1\\.1: expected 1, got`));
  }
  expect(html).toContain(`${id} in 1.0–1.1: expected 1, got`);
  expect(terminal).not.toContain('\u001b');
  expect(markdown).not.toContain('<b>');
  expect(html).not.toContain('<b>2');
});

test('where nothing was unsteady, no format speaks of it', () => {
  for (const text of rendered(conformant())) expect(text).not.toContain('nsteady: holds');
});
