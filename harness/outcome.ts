import type { AgainstBaseline, BaselineProblem } from './against-baseline.js';
import { INTERRUPTED } from './client/stopped.js';
import { groupedBy } from './grouped-by.js';
import type { EndedBy, RejectedRole, Report, ReportedRequirement, Result } from './report.js';
import { openLists, requirementsWith } from './scope.js';
import type { RunVerdict } from './verdict.js';

/** The exit statuses of the command, which scripts depend on. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  /** Wrong usage, configuration or files, or an instance that cannot be tested. */
  refused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

/** What the exit status of a run means, the first that applies first: the table of the README. */
export const MEANINGS: readonly [status: Outcome['status'], means: string][] = [
  [EXIT.interrupted, 'interrupted by a signal, whatever failed so far'],
  [
    EXIT.refused,
    'wrong usage, or nothing that counts was checked, no MUST and no SHOULD (client contracts never count; 3 if the thread that checks died); also in place of 0 or 3 where a report could not be written',
  ],
  [
    EXIT.nonconformant,
    'nonconformant: a MUST is violated, also if a limit (`--max-requests`) ended the run after that; with `--fail-on warn`, also if a SHOULD is; with `--baseline`, only what it does not expect, and also an entry that is stale or has expired',
  ],
  [
    EXIT.incomplete,
    'incomplete, where nothing failed: a MUST was inconclusive or in error, and no baseline accepts it; scope is missing, credentials were rejected, data was not restored, `--exhaustive` could not read a list to its end; a limit ended the run, or the thread that checks died',
  ],
  [EXIT.conformant, 'conformant: every checked MUST holds, or all is as the baseline expects'],
];

/** How a run has come out. */
export interface Outcome {
  /** The verdict on the instance, whatever a baseline expects. */
  verdict: RunVerdict;
  /** The conclusion in a word or two: the verdict, or how the run stands to its baseline. */
  name:
    | RunVerdict
    | 'as expected'
    | 'not as expected'
    | 'warnings'
    | 'nothing checked'
    | 'interrupted';
  /** Whether that is good, bad or open. */
  tone: 'good' | 'bad' | 'open';
  /** The exit status of the command. */
  status: (typeof EXIT)[keyof typeof EXIT];
  /** How the results stand to the baseline; it means nothing without one. */
  againstBaseline: AgainstBaseline['outcome'];
  causes: Causes;
}

/** What keeps a run from ending well: numbers of requirements, unless another unit is given. */
export interface Causes {
  /** A MUST is violated, and no entry of a baseline expects it. */
  failing: number;
  /** Entries of the baseline that are stale, expired or wrong. */
  outOfDate: number;
  /** A SHOULD is violated under `--fail-on warn`, and no entry expects it. */
  warnings: number;
  /** A MUST is inconclusive, and no entry accepts it. */
  inconclusive: number;
  /** A MUST ended in an error. */
  inError: number;
  /** Left out, although `--scope` demands it. */
  missing: number;
  rejected: readonly RejectedRole[];
  /** A role, or a version, was lost during the run. */
  lost: number;
  /** Lists that `--exhaustive` or `--sample` did not read to the end. */
  unread: number;
  /** Values and objects that are not as they were before the run. */
  notRestored: number;
  endedBy: EndedBy | undefined;
  /** Whether a MUST or a SHOULD was checked: client contracts and later requirements do not count. */
  isAnythingChecked: boolean;
}

/** What the outcome rests on: a report that has no verdict yet, or has it. */
type Concluded = Omit<Report, 'verdict'>;

/**
 * How a run has come out: verdict, conclusion, exit status and how it stands to its baseline, in the order of the
 * README, "What a verdict means". Everything that says one of them takes it from here.
 */
export function outcomeOf(report: Concluded): Outcome {
  const { baseline, results, requirements } = report;
  const causes = causesOf(report);
  const { endedBy } = causes;
  const verdict = runVerdict(results, requirements, isShort(causes));
  const base = { verdict, causes };
  const incomplete = { ...base, tone: 'open', againstBaseline: 'incomplete' } as const;
  if (endedBy === 'signal') return { ...incomplete, name: 'interrupted', status: EXIT.interrupted };
  if (!causes.isAnythingChecked && endedBy !== 'worker') {
    return { ...incomplete, name: 'nothing checked', status: EXIT.refused };
  }
  const { failing, outOfDate, warnings } = causes;
  if (failing + outOfDate + warnings > 0) {
    const unlike = baseline === undefined ? 'nonconformant' : 'not as expected';
    const name = failing + outOfDate > 0 ? unlike : 'warnings';
    const status = EXIT.nonconformant;
    return { ...base, name, tone: 'bad', status, againstBaseline: 'unexpected' };
  }
  if (isShort(causes) || causes.inconclusive + causes.inError > 0) {
    return { ...incomplete, name: 'incomplete', status: EXIT.incomplete };
  }
  const name = verdict === 'conformant' ? 'conformant' : 'as expected';
  return { ...base, name, tone: 'good', status: EXIT.conformant, againstBaseline: 'as-expected' };
}

/** What ended a run before everything was checked, if anything did: of an older report, which does not say it, a signal. */
export function endOf({
  interrupted,
  ended,
}: Pick<Report, 'interrupted' | 'ended'>): Report['ended'] {
  return ended ?? (interrupted ? { by: 'signal', why: INTERRUPTED } : undefined);
}

/** The exit status where a report could not be written: 2, but never over a failure or an interruption. */
export function unwritten(status: Outcome['status']): Outcome['status'] {
  return status === EXIT.nonconformant || status === EXIT.interrupted ? status : EXIT.refused;
}

/**
 * The verdict on results: nonconformant if anything failed, else incomplete if a MUST could not be checked or the run was
 * too short (`isCut`), else conformant.
 */
export function runVerdict(
  results: readonly Result[],
  requirements: Report['requirements'],
  isCut = false,
): RunVerdict {
  if (results.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  return isCut || results.some(isOpen(requirements)) ? 'incomplete' : 'conformant';
}

/** Whether a result fails, and no baseline expects it. */
export function failsUnexpectedly({ verdict, expected }: Result): boolean {
  return verdict === 'fail' && expected === undefined;
}

/** Whether a result leaves a MUST open, and no baseline accepts it. */
export function isOpenMust({ requirements }: Concluded): (result: Result) => boolean {
  const isSo = isOpen(requirements);
  return (result) => isSo(result) && result.expected === undefined;
}

/** The entries of the baseline that are out of date, each with its problems: versions may have different ones. */
export function outOfDateEntries({
  baseline,
}: Concluded): [BaselineProblem, ...BaselineProblem[]][] {
  const problems = (baseline?.problems ?? []).filter(({ kind }) => !kind.startsWith('unexpected-'));
  return groupedBy(problems, ({ requirement, line }) => [requirement, line]);
}

function causesOf(report: Concluded): Causes {
  const { options, scope, writes } = report;
  const isOpenHere = isOpenMust(report);
  const countOf = (isSo: (result: Result) => boolean) => requirementsWith(report, isSo);
  const isWarned = ({ verdict, expected }: Result) =>
    options.failOn === 'warn' && verdict === 'warn' && expected === undefined;
  return {
    failing: countOf(failsUnexpectedly),
    outOfDate: outOfDateEntries(report).length,
    warnings: countOf(isWarned),
    inconclusive: countOf((each) => isOpenHere(each) && each.verdict === 'inconclusive'),
    inError: countOf((each) => isOpenHere(each) && each.verdict === 'error'),
    missing: scope.missing ?? 0,
    rejected: scope.rejected ?? [],
    lost: countOf(
      ({ verdict, code }) =>
        verdict === 'error' && (code === 'role-rejected' || code === 'not-offered'),
    ),
    unread: openLists(report).length,
    notRestored: (writes?.notRestored ?? []).length,
    endedBy: endOf(report)?.by,
    isAnythingChecked: report.results.some(({ verdict }) =>
      ['pass', 'fail', 'warn'].includes(verdict),
    ),
  };
}

/** Whether a run is not whole, whatever its results are. */
function isShort(causes: Causes): boolean {
  const { missing, rejected, lost, unread, notRestored } = causes;
  const lacking = missing + rejected.length + lost + unread + notRestored;
  return lacking > 0 || causes.endedBy !== undefined || !causes.isAnythingChecked;
}

/** Whether a result leaves a MUST open. */
function isOpen(requirements: readonly ReportedRequirement[]): (result: Result) => boolean {
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  return ({ requirement, verdict }) =>
    (verdict === 'inconclusive' || verdict === 'error') && musts.has(requirement);
}
