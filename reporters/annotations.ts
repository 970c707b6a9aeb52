import type { Report } from '../harness/report.js';
import { printable } from './printable.js';
import { groupsOf } from './view/groups.js';
import { number } from './view/quantities.js';
import { summaryOf } from './view/summary.js';

/** GitHub shows so many errors of a step. */
const MOST = 10;

/**
 * The failures of a report as workflow commands of GitHub Actions: a line `::error title=ID in VERSIONS::MESSAGE` for
 * each requirement that fails unexpectedly or ended in an error, ten at most; and one for the verdict with its
 * scope where it is not a good one. What an instance says can be no command of its own.
 */
export function renderAnnotations(report: Report): string {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const failing = groupsOf(report)
    .flatMap(({ rows }) => rows)
    .flatMap(({ requirement, results }) => {
      const own = [...results.values()].filter(
        ({ verdict, expected }) =>
          (verdict === 'fail' || verdict === 'error') && expected === undefined,
      );
      const [first] = own;
      if (first === undefined) return [];
      const versions = own.map(({ version }) => version).join(' ');
      const message = first.violations[0]?.message ?? first.reason ?? requirement.title;
      return [command(`${requirement.id} in ${versions}`, message)];
    });
  const shown = failing.length < MOST ? failing : failing.slice(0, MOST - 2);
  const more = failing.length - shown.length;
  return [
    ...(tone === 'good' ? [] : [command(`${name} (${scope})`, [...reasons, checked].join(', '))]),
    ...shown,
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
