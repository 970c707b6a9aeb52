import { type ClientTrial, KINDS, type Reaction, type Trial } from '../../analysis/trial/result.js';
import { attributes, element } from '../junit.js';
import { evidenceOf, KIND_NAMES, reasonNotTried, summaryOf } from './view.js';

/** How JUnit counts a reaction. */
const OUTCOMES: Readonly<Record<Reaction, 'passed' | 'failure' | 'error'>> = {
  crashes: 'failure',
  'silently different': 'failure',
  hangs: 'error',
  tells: 'passed',
  same: 'passed',
};

/**
 * The trial of a client as JUnit XML: a suite for each kind of change, a case for each run. Crashes and silent
 * differences are failures, hangs are errors; what was not tried is skipped.
 */
export function renderTrialJunit(trial: ClientTrial): string {
  const { verdict, trials, notTried, durationMs } = trial;
  const head = attributes({
    name: `try-client: ${verdict.toUpperCase()}, ${summaryOf(trial).statements.join(' · ')}`,
    ...countsOf(trials, notTried.length),
    time: (durationMs / 1000).toFixed(3),
  });
  const suites = KINDS.map((kind) => suiteOf(trial, kind)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${suites}</testsuites>\n`;
}

function suiteOf(trial: ClientTrial, kind: Trial['kind']): string {
  const own = trial.trials.filter((each) => each.kind === kind);
  const left = trial.notTried.filter((each) => each.kind === kind);
  if (own.length + left.length === 0) return '';
  const head = attributes({
    name: KIND_NAMES[kind],
    ...countsOf(own, left.length),
    skipped: left.length,
    time: '0.000',
    timestamp: trial.startedAt.replace(/(\.\d+)?Z$/, ''),
  });
  const property = element('property', { name: 'command', value: trial.command });
  const skipped = element('skipped', { message: reasonNotTried(trial) });
  const cases = [
    ...own.map((each) => caseOf(each, outcomeOf(each))),
    ...left.map((each) => caseOf(each, skipped)),
  ];
  return `  <testsuite${head}>\n    <properties>\n${property}    </properties>\n${cases.join('')}  </testsuite>\n`;
}

function countsOf(trials: readonly Trial[], left: number) {
  const count = (outcome: string) =>
    trials.filter(({ reaction }) => OUTCOMES[reaction] === outcome).length;
  return { tests: trials.length + left, failures: count('failure'), errors: count('error') };
}

function caseOf({ kind, id, on, version }: ClientTrial['notTried'][number], inside: string) {
  const name = `${id}${on === undefined ? '' : ` on ${on}`} in ${version}`;
  const head = attributes({ classname: `try-client.${kind}`, name, time: '0.000' });
  return inside === ''
    ? `    <testcase${head}/>\n`
    : `    <testcase${head}>\n${inside}    </testcase>\n`;
}

function outcomeOf(trial: Trial): string {
  const { reaction, why, says, rerun, alike = [] } = trial;
  if (reaction === 'same') return '';
  if (reaction === 'tells') return element('system-out', {}, `tells: ${why}`);
  const evidence = evidenceOf(trial).map(([label, text]) => `${label.padEnd(18)} ${text}`);
  const same = alike.length === 0 ? [] : [`the same answers as with ${alike.join(', ')}`];
  const output = [says, ...same, ...evidence, rerun].join('\n');
  return element(OUTCOMES[reaction], { message: `${reaction}: ${why}`, type: reaction }, output);
}
