import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { renderHtml } from '../../reporters/html.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { renderTerminal } from '../../reporters/terminal.js';
import { conformant, interrupted, twoFails } from './reports.js';

/** The sentences of a report in each format that say how many requirements there were. */
function told(report: Report): (string | undefined)[] {
  const plain = { colour: false, columns: 80, verbose: false };
  return [
    renderTerminal(report, plain).trimEnd().split('\n').at(-1),
    renderMarkdown(report).split('\n')[0],
    /<p class="says">([^<]*)/.exec(renderHtml(report))?.[1],
  ];
}

function chosen(report: Report, options: { only?: string[]; skip?: string[] }): Report {
  return { ...report, options: { ...report.options, ...options } };
}

test('of a run with --only it is said what was judged, and of how many', () => {
  expect(told(chosen(conformant(), { only: ['covers', 'events.rule-1'] }))).toEqual([
    expect.stringContaining(' CONFORMANT  1.0 1.1 1.2 1.3 1.4 · 25 of 144 requirements · '),
    '## ✅ Conformant: 1.0–1.4, 25 of 144 requirements',
    'None of 25 selected requirements fails in 1.0–1.4. 119 were not selected.',
  ]);
});

test('of a run with --skip as well', () => {
  expect(told(chosen(twoFails(), { skip: ['covers.rule-*'] }))).toEqual([
    expect.stringContaining(' NONCONFORMANT  2 of 62 selected requirements fail · '),
    '## ❌ Nonconformant: 2 of 62 selected requirements fail',
    '2 of 62 selected requirements fail.',
  ]);
});

test('of a run that was interrupted as well', () => {
  expect(told(chosen(interrupted(), { skip: ['covers'] }))).toEqual([
    ' INTERRUPTED  13 of 30 selected requirements judged · no fail so far',
    '## ⚠️ Interrupted: 13 of 30 selected requirements judged, no fail so far',
    expect.stringContaining('13 of 30 selected requirements were judged'),
  ]);
});

test('what a stored report has for options is not relied on', () => {
  const odd = { ...conformant(), options: { only: 'covers', skip: [1, null] } };
  expect(told(odd)).toEqual(told(conformant()));
});
