import { expect, test } from 'vitest';
import { renderJunit } from '../../reporters/junit.js';
import { htmlOf, markdownOf, terminalOf } from './rendered.js';
import { sampleReport, sampleRequirement, sampleResults } from './sample.js';

test('a failure names the section that it rests on, and how to read it, in every format', () => {
  const id = 'page.any';
  const report = sampleReport({
    requirements: [sampleRequirement({ id, title: 'any', group: 'paging', spec: 'Limits' })],
    results: sampleResults(id, ['1.3'], { verdict: 'fail' }),
  });
  for (const text of [
    terminalOf(report, { colour: false, columns: 80, verbose: false }),
    markdownOf(report),
    htmlOf(report),
    renderJunit(report),
  ]) {
    expect(text).toContain('docs/api.md, Limits');
    expect(text).toContain('explain page.any');
  }
});
