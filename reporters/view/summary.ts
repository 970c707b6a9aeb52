import type { BaselineProblem } from '../../harness/against-baseline.js';
import { groupedBy } from '../../harness/grouped-by.js';
import type { Judged, Report, ReportedScope, Result } from '../../harness/report.js';
import { isAnythingJudged, openLists } from '../../harness/scope.js';
import type { RunVerdict } from '../../harness/verdict.js';
import { AND, capitalised, number, several } from './words.js';

/** How a run has come out, in a word or two, and whether that is good, bad or open. */
export interface Conclusion {
  name: string;
  tone: 'good' | 'bad' | 'open';
}

/** What every format says of a run first: a verdict is never shown without the rest of it. */
export interface Summary extends Conclusion {
  /** `read-only, anonymous` */
  scope: string;
  /** `266 of 474 requirements checked` */
  checked: string;
  /** What makes the verdict, the most important first: `3 requirements fail`; none of a plain good one. */
  reasons: string[];
}

/** The verdict on a run with its scope, as its exit status has it. */
export function summaryOf(report: Report): Summary {
  return {
    ...conclusionOf(report),
    scope: scopeInWords(report),
    checked: checkedWords(report.judged),
    reasons: reasonsOf(report),
  };
}

const VERDICTS: Record<RunVerdict, Conclusion> = {
  conformant: { name: 'conformant', tone: 'good' },
  nonconformant: { name: 'nonconformant', tone: 'bad' },
  incomplete: { name: 'incomplete', tone: 'open' },
};

/**
 * How a run has come out: by its verdict, or by what its baseline expects where it has one. What was
 * interrupted has come to no end.
 */
export function conclusionOf(report: Report): Conclusion {
  const { verdict, interrupted, baseline } = report;
  if (interrupted) return { name: 'interrupted', tone: 'open' };
  if (isNothingChecked(report)) return { name: 'nothing checked', tone: 'open' };
  const conclusion = baseline === undefined ? VERDICTS[verdict] : againstBaseline(report, baseline);
  if (conclusion.tone === 'bad') return conclusion;
  if (unacceptedWarnings(report) > 0) return { name: 'warnings', tone: 'bad' };
  const { missing = 0, rejected = [] } = report.scope;
  const isLacking = missing + rejected.length + notRestored(report) + openLists(report).length > 0;
  const isShort = conclusion.tone === 'good' && isLacking;
  return isShort ? VERDICTS.incomplete : conclusion;
}

function againstBaseline(
  { verdict }: Report,
  { outcome }: NonNullable<Report['baseline']>,
): Conclusion {
  if (outcome === 'unexpected') return { name: 'not as expected', tone: 'bad' };
  if (outcome === 'incomplete') return VERDICTS.incomplete;
  return verdict === 'conformant' ? VERDICTS.conformant : { name: 'as expected', tone: 'good' };
}

/** Whether a run checked nothing that counts for its verdict: client contracts and later requirements do not. */
export function isNothingChecked({ results }: Report): boolean {
  return !isAnythingJudged(results);
}

/** How many requirements violate a SHOULD, where `--fail-on warn` makes that count. */
export function unacceptedWarnings(report: Report): number {
  if (report.options.failOn !== 'warn') return 0;
  return requirementsWith(report, ({ verdict }) => verdict === 'warn');
}

/** How many values and objects of the instance are not as they were before the run. */
function notRestored({ writes }: Report): number {
  return (writes?.notRestored ?? []).length;
}

/** `read-only, anonymous` · `with writes, as user and maintainer, --only` */
export function scopeInWords(report: Report): string {
  const { only, skip } = report.options;
  const isGiven = (patterns: unknown) => Array.isArray(patterns) && patterns.length > 0;
  const flags = [isGiven(only) ? '--only' : [], isGiven(skip) ? '--skip' : []].flat();
  const selected = requirementsWith(
    report,
    ({ code, verdict }) => code !== 'not-selected' && verdict !== 'not-applicable',
  );
  const chosen =
    flags.length === 0 ? [] : [`${flags.join(' and ')}: ${several(selected, 'requirement')}`];
  return [scopeWords(report.scope), ...chosen].join(', ');
}

/** `with writes, as user and maintainer, requirements of 1.0` */
export function scopeWords({
  roles,
  writes,
  requirements,
}: Pick<ReportedScope, 'roles' | 'writes' | 'requirements'>): string {
  return [
    writes ? 'with writes' : 'read-only',
    roles.length === 0 ? 'anonymous' : `as ${AND.format(roles)}`,
    ...(requirements === undefined ? [] : [`requirements of ${requirements}`]),
  ].join(', ');
}

/** `266 of 474 requirements checked` */
export function checkedWords({ requirements, of }: Judged): string {
  return `${number(requirements)} of ${several(of, 'requirement')} checked`;
}

function reasonsOf(report: Report): string[] {
  const { baseline, scope } = report;
  const bad = failuresOf(report);
  if (report.interrupted) {
    const none = baseline ? 'no unexpected failure' : 'no failure';
    const [last = none, ...others] = bad.toReversed();
    return [...others.toReversed(), `${last} so far`];
  }
  if (isNothingChecked(report)) {
    const isApart = report.extensions?.some(({ results }) => isAnythingJudged(results));
    return [isApart ? 'nothing that is scored was checked' : 'no MUST or SHOULD could be checked'];
  }
  const isOpen = isOpenMust(report);
  const openBy = (wanted: Result['verdict']) =>
    requirementsWith(report, (result) => isOpen(result) && result.verdict === wanted);
  const [open, inError] = [openBy('inconclusive'), openBy('error')];
  const unread = openLists(report).length;
  const { missing = 0, rejected = [] } = scope;
  const refused = rejected.filter(({ sameAs }) => !sameAs).map(({ role }) => role);
  return [
    ...(refused.length > 0 ? [`${AND.format(refused)} could not sign in`] : []),
    ...rejected.flatMap(({ role, sameAs }) =>
      sameAs ? [`${role} is the account of ${sameAs}`] : [],
    ),
    ...bad,
    ...(open > 0 ? [`${several(open, 'MUST')} inconclusive`] : []),
    ...(inError > 0 ? [`${several(inError, 'MUST')} in error`] : []),
    ...(unread > 0 ? [`${several(unread, 'list')} not read to the end`] : []),
    ...(missing > 0 ? [`${number(missing)} of --scope ${scope.demanded} not checked`] : []),
    ...expectations(report),
  ];
}

/** What is wrong with the instance after a run, or with the baseline: `3 requirements fail`, `1 value not restored`. */
function failuresOf(report: Report): string[] {
  const { baseline } = report;
  const fails = requirementsWith(report, failsUnexpectedly);
  const failing = `${several(fails, 'requirement')} ${fails === 1 ? 'fails' : 'fail'}`;
  const entries = groupedBy(entryProblems(report), entryOf).length;
  const warnings = unacceptedWarnings(report);
  const left = notRestored(report);
  return [
    ...(fails > 0 ? [baseline ? several(fails, 'unexpected failure') : failing] : []),
    ...(entries > 0
      ? [`${several(entries, 'entry', 'entries')} of ${baseline?.file} out of date`]
      : []),
    ...(warnings > 0 ? [`${several(warnings, 'SHOULD')} violated (--fail-on warn)`] : []),
    ...(left > 0 ? [`${number(left)} not restored`] : []),
  ];
}

/** `2 expected failures (baseline known.yaml)`; nothing for a run without a baseline. */
export function expectations(report: Report): string[] {
  const { baseline } = report;
  if (baseline === undefined) return [];
  const of = (kind: Result['verdict']) =>
    requirementsWith(report, ({ verdict, expected }) => verdict === kind && expected !== undefined);
  const [failures, open] = [of('fail'), of('inconclusive')];
  const names = [
    ...(failures > 0 ? [several(failures, 'expected failure')] : []),
    ...(open > 0 ? [`${number(open)} accepted as inconclusive`] : []),
  ];
  const file = `baseline ${baseline.file}`;
  return [names.length === 0 ? file : `${names.join(' and ')} (${file})`];
}

/** What tells one entry of a baseline from another: versions of one may have different problems. */
export function entryOf({ requirement, line }: BaselineProblem): unknown {
  return [requirement, line];
}

/** The problems with the entries of a baseline, which are no results, but make the exit status 1. */
export function entryProblems({ baseline }: Report): BaselineProblem[] {
  return (baseline?.problems ?? []).filter(
    ({ kind }) => kind !== 'unexpected-failure' && kind !== 'unexpected-inconclusive',
  );
}

/** How many requirements have a result that is so. */
function requirementsWith(report: Report, isSo: (result: Result) => boolean): number {
  return new Set(report.results.filter(isSo).map(({ requirement }) => requirement)).size;
}

/** Whether a result fails, and no baseline expects it. */
export function failsUnexpectedly({ verdict, expected }: Result): boolean {
  return verdict === 'fail' && expected === undefined;
}

/** Whether a result leaves a MUST open, and no baseline accepts it. */
export function isOpenMust({ requirements }: Report): (result: Result) => boolean {
  const musts = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  return ({ requirement, verdict, expected }) =>
    (verdict === 'inconclusive' || verdict === 'error') &&
    expected === undefined &&
    musts.has(requirement);
}

/**
 * What is wrong with the credentials that were given, or which version was switched off during the run, in words: it is
 * said before anything else.
 */
export function credentialProblems({ results, scope }: Report): string[] {
  const refused = (scope.rejected ?? []).map(({ role, why, isOfAll, sameAs }) =>
    isOfAll || sameAs ? `${capitalised(why)}.` : `Role ${role} could not sign in: ${why}.`,
  );
  const reasons = results.flatMap(({ verdict, code, reason = '' }) => {
    const isLost = code === 'role-rejected' || (code === 'not-offered' && verdict === 'error');
    return isLost ? [`${capitalised(reason)}.`] : [];
  });
  return [...new Set([...refused, ...reasons])];
}
