import type { BaselineProblem } from '../harness/against-baseline.js';
import type { Report, ReportedRequirement, Result } from '../harness/report.js';
import { urlOf } from '../harness/target.js';
import { markup } from './html/markup.js';
import { renderPlain } from './terminal.js';
import { advisoryPart } from './view/advisory.js';
import { findingOf } from './view/findings.js';
import { type Group, groupsOf, type Row } from './view/groups.js';
import { scanLines } from './view/scan.js';
import { signOf } from './view/signs.js';
import { entryProblems, summaryOf } from './view/summary.js';
import { versionRange } from './view/words.js';

/** The outcome of a test case, as JUnit counts it. */
type Outcome = 'passed' | 'failures' | 'errors' | 'skipped';

interface Case {
  name: string;
  outcome: Outcome;
  durationMs: number;
  xml: string;
}

/**
 * The report as JUnit XML: a suite for each group, a case for each requirement and version, with names
 * that stay the same from run to run.
 *
 * A failure is for the instance to fix, an error needs a look: a suite or network error, or a MUST that
 * could not be checked, as in the exit status. A violated SHOULD fails no run, so it passes and its output
 * says why. What a baseline expects is skipped with its reason. What a version does not have is left out.
 * The name of the whole is the verdict with its scope.
 */
export function renderJunit(report: Report): string {
  const suites = [
    ...groupsOf(report).map((group, index) =>
      suite(report, group.name, groupCases(report, group), index === 0 ? scanLines(report) : []),
    ),
    ...advisorySuites(report),
    ...baselineSuite(report),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const { name, scope, checked } = summaryOf(report);
  const head = attributes({
    name: `${report.tool.name} ${report.tool.version}: ${name.toUpperCase()} (${scope}), ${checked}`,
    tests: all.length,
    failures: count(all, 'failures'),
    errors: count(all, 'errors'),
    time: timeOf(all),
  });
  const body = suites.map(({ xml }) => xml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${body}</testsuites>\n`;
}

/** A suite; the first one has the lines about the exhaustive scan, which is of the whole run. */
function suite(report: Report, name: string, cases: Case[], scan: readonly string[] = []) {
  const head = attributes({
    name,
    tests: cases.length,
    failures: count(cases, 'failures'),
    errors: count(cases, 'errors'),
    skipped: count(cases, 'skipped'),
    time: timeOf(cases),
    timestamp: report.startedAt.replace(/(\.\d+)?Z$/, ''),
  });
  const instance = attributes({ name: 'instance', value: urlOf(report.target) });
  const scanned = scan.map((value) => attributes({ name: 'exhaustive-scan', value }));
  const facts = [instance, ...scanned];
  const lines = facts.map((fact) => `      <property${fact}/>\n`).join('');
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
      return made(name, title, durationMs, outcomeOf(result, row), inner(report, row, result));
    }),
  );
}

function made(group: string, name: string, durationMs: number, outcome: Outcome, inside: string) {
  const time = seconds(durationMs);
  const head = attributes({ classname: `conformance.${group}`, name, time });
  const xml =
    inside === ''
      ? `    <testcase${head}/>\n`
      : `    <testcase${head}>\n${inside}    </testcase>\n`;
  return { name, outcome, durationMs, xml };
}

function outcomeOf({ verdict, expected }: Result, { requirement }: Row): Outcome {
  if (expected !== undefined) return 'skipped';
  if (verdict === 'inconclusive' && requirement.level === 'must') return 'errors';
  if (verdict === 'fail') return 'failures';
  if (verdict === 'error') return 'errors';
  return verdict === 'pass' || verdict === 'warn' || verdict === 'observed' ? 'passed' : 'skipped';
}

function inner(report: Report, row: Row, result: Result): string {
  const { verdict, reason, violations, expected } = result;
  const output = outputOf(report, row.requirement, result);
  const [said = ''] = (violations[0]?.message ?? reason ?? '').split('\n');
  if (expected !== undefined) {
    const why = expected.reason ?? 'the baseline gives no reason';
    return element('skipped', { message: `expected: ${why}` }) + element('system-out', {}, output);
  }
  if (verdict === 'fail') return element('failure', { message: said, type: 'violation' }, output);
  const outcome = outcomeOf(result, row);
  if (outcome === 'errors') return element('error', { message: said, type: verdict }, output);
  if (outcome === 'skipped') {
    return element('skipped', {
      message: `${verdict}${reason === undefined ? '' : `: ${reason}`}`,
    });
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

function baselineSuite(report: Report) {
  const problems = entryProblems(report);
  return problems.length === 0 ? [] : [suite(report, 'baseline', problems.map(entryCase))];
}

function entryCase({ kind, requirement, versions, message }: BaselineProblem): Case {
  const where = versions.length === 0 ? '' : ` in ${versionRange(versions)}`;
  const failure = element('failure', { message, type: kind });
  return made('baseline', `${requirement}${where}`, 0, 'failures', failure);
}

/** An element within a case. */
function element(name: string, given: Record<string, string>, content = ''): string {
  const head = `      <${name}${attributes(given)}`;
  return content === '' ? `${head}/>\n` : `${head}>${markup`${content}`}</${name}>\n`;
}

/** The attributes of an element. */
function attributes(given: Record<string, string | number>): string {
  const pairs = Object.entries(given);
  return pairs.map(([name, value]) => ` ${name}="${markup`${value}`}"`).join('');
}

function count(cases: readonly Case[], outcome: Outcome): number {
  return cases.filter((each) => each.outcome === outcome).length;
}

function timeOf(cases: readonly Case[]): string {
  return seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/**
 * What a CI server shows of a test beside its outcome: the finding as on a terminal, with every violation. Of
 * what needs no words only what was observed.
 */
function outputOf(report: Report, requirement: ReportedRequirement, result: Result): string {
  const { verdict, version, reason, observed } = result;
  if (verdict === 'pass' || verdict === 'observed') {
    const seen = observed === undefined ? [] : `observed: ${JSON.stringify(observed)}`;
    return [reason ?? [], seen].flat().join('\n');
  }
  const row = { requirement, results: new Map([[version, result]]) };
  return renderPlain([findingOf(report, signOf(result), row)]);
}
