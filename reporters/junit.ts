import { outcomeOf, outOfDateEntries } from '../harness/outcome.js';
import type { Report, ReportedRequirement, Result } from '../harness/report.js';
import { openLists, testedIn } from '../harness/scope.js';
import { urlOf } from '../harness/target.js';
import type { Version } from '../specification/versions.js';
import {
  attributes,
  type Case,
  count,
  element,
  made,
  type Outcome,
  timeOf,
} from './junit-elements.js';
import { renderPlain } from './terminal.js';
import { advisoryPart } from './view/advisory.js';
import { findingOf } from './view/findings.js';
import { type Group, groupsOf, type Row } from './view/groups.js';
import { headWarnings } from './view/head.js';
import { scanLines } from './view/scan.js';
import { signOf } from './view/signs.js';
import { summaryOf } from './view/summary.js';
import { inOrder, several, versionRange } from './view/words.js';

/**
 * The report as JUnit XML: a suite for each group, a case for each requirement and version, with names
 * that stay the same from run to run.
 *
 * It has a failure or an error exactly where the exit status is not 0. A failure is for the instance to fix, an
 * error needs a look: a MUST that could not be checked, or, in a suite `run`, what kept the run from being whole. A
 * violated SHOULD passes, and its output says why, unless `--fail-on warn` makes it a failure. What a baseline expects
 * is skipped with its reason; an entry that is out of date is one failure. What a version does not have is left out.
 * The name of the whole is the verdict with its scope.
 */
export function renderJunit(report: Report): string {
  const suites = [
    ...groupsOf(report).map((group, index) =>
      suite(report, group.name, groupCases(report, group), index === 0 ? factsOf(report) : []),
    ),
    ...advisorySuites(report),
    ...baselineSuite(report),
    ...runSuite(report),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const { name, scope, checked } = summaryOf(report);
  const head = attributes({
    name: `${report.tool.name} ${report.tool.version}: ${name.toUpperCase()} (${scope}), ${checked} in ${versionRange(testedIn(report)) || 'no version'}`,
    tests: all.length,
    failures: count(all, 'failures'),
    errors: count(all, 'errors'),
    time: timeOf(all),
  });
  const body = suites.map(({ xml }) => xml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${body}</testsuites>\n`;
}

/** What is said of the whole run, in its first suite. */
function factsOf(report: Report): Fact[] {
  return [
    ...headWarnings(report).map((value): Fact => ({ name: 'warning', value })),
    ...scanLines(report).map((value): Fact => ({ name: 'exhaustive-scan', value })),
  ];
}

type Fact = { name: string; value: string };

function suite(report: Report, name: string, cases: Case[], more: readonly Fact[] = []) {
  const head = attributes({
    name,
    tests: cases.length,
    failures: count(cases, 'failures'),
    errors: count(cases, 'errors'),
    skipped: count(cases, 'skipped'),
    time: timeOf(cases),
    timestamp: report.startedAt.replace(/(\.\d+)?Z$/, ''),
  });
  const facts: Fact[] = [{ name: 'instance', value: urlOf(report.target) }, ...more];
  const lines = facts.map((fact) => `      <property${attributes({ ...fact })}/>\n`).join('');
  const properties = `    <properties>\n${lines}    </properties>\n`;
  const body = cases.map(({ xml }) => xml).join('');
  return { cases, xml: `  <testsuite${head}>\n${properties}${body}  </testsuite>\n` };
}

function groupCases(report: Report, { name, rows }: Group): Case[] {
  return rows.flatMap((row) =>
    [...row.results.values()].flatMap((result) => {
      if (result.verdict === 'not-applicable') return [];
      const { requirement, version, durationMs } = result;
      const title = `${requirement} in ${version}`;
      const outcome = caseOutcome(report, row, result);
      return made(name, title, durationMs, outcome, inner(report, row, result, outcome));
    }),
  );
}

function caseOutcome(report: Report, { requirement }: Row, result: Result): Outcome {
  const { verdict, expected } = result;
  if (expected !== undefined || isOfExpired(report, result)) return 'skipped';
  if (verdict === 'fail') return 'failures';
  if (verdict === 'warn') return report.options.failOn === 'warn' ? 'failures' : 'passed';
  if (verdict === 'pass' || verdict === 'observed') return 'passed';
  const isOpen = verdict === 'inconclusive' || verdict === 'error';
  return isOpen && requirement.level === 'must' ? 'errors' : 'skipped';
}

/** Whether a result is as an expired entry expects it: then the entry is the failure, once. */
function isOfExpired({ baseline }: Report, { requirement, version, verdict }: Result): boolean {
  const kinds = (baseline?.problems ?? [])
    .filter((each) => each.requirement === requirement && each.versions.includes(version))
    .map(({ kind }) => kind);
  const isOpen = verdict === 'fail' || verdict === 'inconclusive';
  return isOpen && kinds.length === 1 && kinds[0] === 'expired';
}

function inner(report: Report, row: Row, result: Result, outcome: Outcome): string {
  const { verdict, reason, violations, expected } = result;
  const output = outputOf(report, row.requirement, result);
  const [said = ''] = (violations[0]?.message ?? reason ?? '').split('\n');
  if (expected !== undefined) {
    const why = expected.reason ?? 'the baseline gives no reason';
    return element('skipped', { message: `expected: ${why}` }) + element('system-out', {}, output);
  }
  if (outcome === 'failures') {
    return element('failure', { message: said, type: 'violation' }, output);
  }
  if (outcome === 'errors') return element('error', { message: said, type: verdict }, output);
  if (outcome === 'skipped') {
    const why = verdict === 'fail' ? 'its entry of the baseline has expired' : reason;
    return element('skipped', { message: `${verdict}${why === undefined ? '' : `: ${why}`}` });
  }
  return output === '' ? '' : element('system-out', {}, output);
}

/** Client contracts and requirements added later fail no run: those that do not hold are skipped, and say why. */
function advisorySuites(report: Report) {
  return (report.extensions ?? []).map((extension) => {
    const { blocks } = advisoryPart(report, extension, '');
    const group = extension.addedAfter === undefined ? 'clients' : 'later';
    const cases = blocks.flatMap((block) => {
      if (block.type !== 'finding') return [];
      const { head, versions = [], aside, brief } = block;
      const message = `${aside}: ${brief}`;
      const title = `${head} in ${versionRange(versions)}`;
      return made(group, title, 0, 'skipped', element('skipped', { message }));
    });
    return suite(report, extension.suite, cases);
  });
}

/** A case for each entry that is out of date. */
function baselineSuite(report: Report) {
  const cases = outOfDateEntries(report).map((problems) => {
    const [{ requirement, kind }] = problems;
    const versions = inOrder(problems.flatMap((each) => each.versions));
    const where = versions.length === 0 ? '' : ` in ${versionRange(versions)}`;
    const message = problems.map((each) => each.message).join('; ');
    const output = expiredOutput(report, requirement, versions);
    const failure = element('failure', { message, type: kind }, output);
    return made('baseline', `${requirement}${where}`, 0, 'failures', failure);
  });
  return cases.length === 0 ? [] : [suite(report, 'baseline', cases)];
}

/** The results that an expired entry no longer covers. */
function expiredOutput(report: Report, id: string, versions: readonly Version[]): string {
  const requirement = report.requirements.find((each) => each.id === id);
  if (requirement === undefined) return '';
  return report.results
    .filter((each) => each.requirement === id && versions.includes(each.version))
    .filter((each) => isOfExpired(report, each))
    .map((result) => outputOf(report, requirement, result))
    .join('\n');
}

/** What belongs to no requirement, and keeps the exit status from being 0: an error each. */
function runSuite(report: Report) {
  const { interrupted = false, scope, writes } = report;
  const { missing = 0, demanded, rejected = [] } = scope;
  const unrestored = writes?.notRestored ?? [];
  const unread = openLists(report);
  const [reason = ''] = summaryOf(report).reasons;
  const cases = [
    ...rejected.map(({ role, why, isOfAll, sameAs }) =>
      runError(`role ${role}`, isOfAll || sameAs ? why : `could not sign in: ${why}`),
    ),
    ...(unrestored.length > 0
      ? [
          runError(
            'data restored',
            `${several(unrestored.length, 'value')} not restored`,
            unrestored.map(({ url, field, why }) => `${field} of ${url}: ${why}`).join('\n'),
          ),
        ]
      : []),
    ...(unread.length > 0
      ? [
          runError(
            'lists read',
            `${several(unread.length, 'list')} not read to the end`,
            scanLines(report).join('\n'),
          ),
        ]
      : []),
    ...(missing > 0
      ? [runError('scope', `${several(missing, 'requirement')} of --scope ${demanded} not checked`)]
      : []),
    ...(interrupted
      ? [runError('complete', `the run ended before everything was checked: ${reason}`)]
      : outcomeOf(report).causes.isAnythingChecked
        ? []
        : [runError('anything checked', reason)]),
  ];
  return cases.length === 0 ? [] : [suite(report, 'run', cases)];
}

function runError(name: string, message: string, output = ''): Case {
  return made('run', name, 0, 'errors', element('error', { message, type: 'run' }, output));
}

/**
 * What a CI server shows of a test beside its outcome: the finding as on a terminal, with every violation. Of
 * what needs no words only what was observed.
 */
function outputOf(report: Report, requirement: ReportedRequirement, result: Result): string {
  const { verdict, version, reason, observed, unsteady } = result;
  if (verdict === 'pass' || verdict === 'observed') {
    const seen = observed === undefined ? [] : `observed: ${JSON.stringify(observed)}`;
    const first = unsteady === undefined ? [] : `unsteady, at first: ${unsteady}`;
    return [reason ?? [], first, seen].flat().join('\n');
  }
  const row = { requirement, results: new Map([[version, result]]) };
  return renderPlain([findingOf(report, signOf(result), row)]);
}
