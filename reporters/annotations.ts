import { isOpenMust, outOfDateEntries } from '../harness/outcome.js';
import type { Report } from '../harness/report.js';
import { printable } from './printable.js';
import { findingsOf } from './view/findings.js';
import { summaryOf } from './view/summary.js';
import { inOrder, number } from './view/words.js';

/** GitHub shows so many errors of a step. */
const MOST = 10;

/**
 * The failures of a report as workflow commands of GitHub Actions: a line `::error title=ID in VERSIONS::MESSAGE` for
 * each requirement that fails unexpectedly, a MUST that could not be checked, and each entry of a baseline that is out of
 * date, ten at most; and one for the verdict with its scope where it is not a good one. What an instance says can be no command of its own.
 */
export function renderAnnotations(report: Report): string {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const failing = whatFails(report);
  const shown = failing.slice(0, failing.length < MOST ? failing.length : MOST - 2);
  const more = failing.length - shown.length;
  return [
    ...(tone === 'good' ? [] : [command(`${name} (${scope})`, [...reasons, checked].join(', '))]),
    ...shown,
    ...(more > 0
      ? [command('Patchwork conformance', `${number(more)} more fail or could not be checked`)]
      : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What makes the exit status, a line each. */
function whatFails(report: Report): string[] {
  const isOpen = isOpenMust(report);
  const musts = new Set(report.results.filter(isOpen).map(({ requirement }) => requirement));
  const open = (['error', 'inconclusive'] as const).flatMap((verdict) =>
    findingsOf(report, verdict, 1).filter(({ head }) => musts.has(head)),
  );
  const warnings = report.options.failOn === 'warn' ? findingsOf(report, 'warn', 1) : [];
  const results = [...findingsOf(report, 'fail', 1), ...warnings, ...open];
  return [
    ...results.map(({ head, versions = [], brief }) =>
      command(`${head} in ${versions.join(' ')}`, brief),
    ),
    ...outOfDateEntries(report).map((problems) => {
      const [{ requirement, line }] = problems;
      const versions = inOrder(problems.flatMap((each) => each.versions));
      const message = problems.map((each) => each.message).join('; ');
      const where = line === undefined ? '' : ` (${report.baseline?.file} line ${line})`;
      return command(`${requirement} in ${versions.join(' ')}`, `${message}${where}`);
    }),
  ];
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
