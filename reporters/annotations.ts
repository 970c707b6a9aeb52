import type { Report } from '../harness/report.js';
import { printable } from './printable.js';
import { findingsOf } from './view/findings.js';
import { summaryOf } from './view/summary.js';
import { number } from './view/words.js';

/** GitHub shows so many errors of a step. */
const MOST = 10;

/**
 * The failures of a report as workflow commands of GitHub Actions: a line `::error title=ID in VERSIONS::MESSAGE` for
 * each requirement that fails unexpectedly or ended in an error, ten at most; and one for the verdict with its
 * scope where it is not a good one. What an instance says can be no command of its own.
 */
export function renderAnnotations(report: Report): string {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const failing = [...findingsOf(report, 'fail', 1), ...findingsOf(report, 'error', 1)];
  const shown = failing.slice(0, failing.length < MOST ? failing.length : MOST - 2);
  const more = failing.length - shown.length;
  return [
    ...(tone === 'good' ? [] : [command(`${name} (${scope})`, [...reasons, checked].join(', '))]),
    ...shown.map(({ head, versions = [], brief }) =>
      command(`${head} in ${versions.join(' ')}`, brief),
    ),
    ...(more > 0
      ? [command('Patchwork conformance', `${number(more)} more requirements fail`)]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function command(title: string, message: string): string {
  return `::error title=${property(title)}::${data(message)}`;
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
