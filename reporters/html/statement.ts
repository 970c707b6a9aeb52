import type { Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { conclusionOf, failsUnexpectedly, requirementsWith } from '../conclusion.js';
import { selectedIn, thoseSelected } from '../selected.js';
import { sharedCause } from '../shared-cause.js';
import { number, several } from '../terminal/quantities.js';
import { versionRange } from '../version-range.js';

/** What the verdict on a run rests on, in a sentence or two. */
export function statement(report: Report): string {
  const all = thoseSelected(report);
  if (report.interrupted) return interruptedSays(report, all);
  const { tone } = conclusionOf(report);
  if (tone === 'good') return goodSays(report, all);
  const says = tone === 'bad' ? badSays(report, all) : [openSays(report, all)];
  const expected = expectedIn(report);
  const known = `${number(expected)} more ${expected === 1 ? 'is' : 'are'} as the baseline expects.`;
  return [...says, ...(expected > 0 ? [known] : []), sharedCause(report) ?? ''].join(' ').trim();
}

function interruptedSays(report: Report, all: string): string {
  const judged = requirementsWith(report, is('pass', 'fail', 'warn'));
  const fails = requirementsWith(report, failsUnexpectedly);
  const failing = fails > 0 ? `${number(fails)} failed so far` : 'none failed so far';
  return `The run was ended early: ${number(judged)} of ${all} were judged, and ${failing}.`;
}

function badSays(report: Report, all: string): string[] {
  const fails = requirementsWith(report, failsUnexpectedly);
  const manner = report.baseline === undefined ? '' : ' unexpectedly';
  const atFault =
    report.baseline?.problems.filter(({ kind }) => !kind.startsWith('unexpected-')).length ?? 0;
  return [
    ...(fails > 0
      ? [`${number(fails)} of ${all} ${fails === 1 ? 'fails' : 'fail'}${manner}.`]
      : []),
    ...(atFault > 0
      ? [
          `${several(atFault, 'entry', 'entries')} of the baseline ${atFault === 1 ? 'does' : 'do'} not fit.`,
        ]
      : []),
  ];
}

function openSays(report: Report, all: string): string {
  const open = requirementsWith(report, (result) => isOpen(result) && !result.expected);
  return `Nothing fails, but ${number(open)} of ${all} could not be judged; the reasons are below.`;
}

function goodSays(report: Report, all: string): string {
  const versions = versionRange(report.target.versionsExamined) || 'no version';
  const expected = expectedIn(report);
  const but =
    expected > 0
      ? `, but for ${number(expected)} that ${expected === 1 ? 'is' : 'are'} as the baseline expects`
      : '';
  const selected = selectedIn(report);
  const skipped = requirementsWith(
    report,
    ({ verdict, requirement }) => verdict === 'skipped' && selected.has(requirement),
  );
  return [
    `None of ${all} fails in ${versions}${but}.`,
    ...aside(skipped, 'skipped'),
    ...aside(report.requirements.length - selected.size, 'not selected'),
  ].join(' ');
}

function aside(count: number, what: string): string[] {
  return count > 0 ? [`${number(count)} ${count === 1 ? 'was' : 'were'} ${what}.`] : [];
}

function expectedIn(report: Report): number {
  return requirementsWith(report, (result) => result.expected !== undefined);
}

function is(...verdicts: Verdict[]): (result: Result) => boolean {
  return ({ verdict }) => verdicts.includes(verdict);
}

const isOpen = is('inconclusive', 'error');
