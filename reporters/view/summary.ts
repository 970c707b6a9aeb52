import { type Outcome, outcomeOf } from '../../harness/outcome.js';
import type { Judged, Report, ReportedScope, Result } from '../../harness/report.js';
import { requirementsWith } from '../../harness/scope.js';
import { AND, capitalised, number, several } from './words.js';

/** What every format says of a run first: a verdict is never shown without the rest of it. */
export interface Summary extends Pick<Outcome, 'name' | 'tone'> {
  /** `read-only, anonymous` */
  scope: string;
  /** `266 of 474 requirements checked` */
  checked: string;
  /** What makes the verdict, the most important first: `3 requirements fail`; none of a plain good one. */
  reasons: string[];
}

/** The verdict on a run with its scope, as its exit status has it. */
export function summaryOf(report: Report): Summary {
  const outcome = outcomeOf(report);
  return {
    name: outcome.name,
    tone: outcome.tone,
    scope: scopeInWords(report),
    checked: checkedWords(report.judged),
    reasons: reasonsOf(report, outcome),
  };
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

function reasonsOf(report: Report, { name, causes }: Outcome): string[] {
  const { missing, rejected, unread, inconclusive, inError, isAnythingChecked } = causes;
  const bad = failuresOf(report, causes);
  if (name === 'interrupted') {
    const none = report.baseline ? 'no unexpected failure' : 'no failure';
    const [last = none, ...others] = bad.toReversed();
    return [...others.toReversed(), `${last} so far`];
  }
  const ended = report.ended === undefined ? [] : [report.ended.why];
  if (!isAnythingChecked) {
    const isApart = report.extensions?.some(
      ({ results }) => outcomeOf({ ...report, results }).causes.isAnythingChecked,
    );
    const none = isApart
      ? 'nothing that is scored was checked'
      : 'no MUST or SHOULD could be checked';
    return [...ended, none];
  }
  const refused = rejected.filter(({ sameAs }) => !sameAs).map(({ role }) => role);
  // What a run did not reach is no finding.
  const open = ended.length > 0 ? 0 : inconclusive;
  return [
    ...(refused.length > 0 ? [`${AND.format(refused)} could not sign in`] : []),
    ...rejected.flatMap(({ role, sameAs }) =>
      sameAs ? [`${role} is the account of ${sameAs}`] : [],
    ),
    ...bad,
    ...ended,
    ...(open > 0 ? [`${several(open, 'MUST')} inconclusive`] : []),
    ...(inError > 0 ? [`${several(inError, 'MUST')} in error`] : []),
    ...(unread > 0 ? [`${several(unread, 'list')} not read to the end`] : []),
    ...(missing > 0 ? [`${number(missing)} of --scope ${report.scope.demanded} not checked`] : []),
    ...expectations(report),
  ];
}

/** What is wrong with the instance after a run, or with the baseline: `3 requirements fail`, `1 value not restored`. */
function failuresOf(
  { baseline }: Report,
  { failing, outOfDate, warnings, notRestored }: Outcome['causes'],
): string[] {
  const fail = `${several(failing, 'requirement')} ${failing === 1 ? 'fails' : 'fail'}`;
  return [
    ...(failing > 0 ? [baseline ? several(failing, 'unexpected failure') : fail] : []),
    ...(outOfDate > 0
      ? [`${several(outOfDate, 'entry', 'entries')} of ${baseline?.file} out of date`]
      : []),
    ...(warnings > 0 ? [`${several(warnings, 'SHOULD')} violated (--fail-on warn)`] : []),
    ...(notRestored > 0 ? [`${number(notRestored)} not restored`] : []),
  ];
}

/** `2 expected failures (baseline known.yaml)`; nothing for a run without a baseline. */
export function expectations(report: Report): string[] {
  const { baseline } = report;
  if (baseline === undefined) return [];
  const of = (kind: Result['verdict']) =>
    requirementsWith(report, ({ verdict, expected }) => verdict === kind && expected !== undefined);
  const [failures, warnings, open] = [of('fail'), of('warn'), of('inconclusive')];
  const names = [
    ...(failures > 0 ? [several(failures, 'expected failure')] : []),
    ...(warnings > 0 ? [several(warnings, 'expected warning')] : []),
    ...(open > 0 ? [`${number(open)} accepted as inconclusive`] : []),
  ];
  const file = `baseline ${baseline.file}`;
  return [names.length === 0 ? file : `${AND.format(names)} (${file})`];
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
