import type { ClientTrial, Kind, Trial } from '../../analysis/trial/result.js';
import { xmlAttribute, xmlText } from '../xml-text.js';
import { evidenceOf, KIND_NAMES, reasonNotTried, summaryOf } from './view.js';

/**
 * The trial of a client as JUnit XML: a suite for each kind of change, a case for each run. Crashes and silent
 * differences are failures, hangs are errors; what was not tried is skipped.
 */
export function renderTrialJunit(trial: ClientTrial): string {
  const kinds = Object.keys(KIND_NAMES) as Kind[];
  const suites = kinds.map((kind) => suiteOf(trial, kind)).join('');
  const { statements } = summaryOf(trial);
  const head = attributes({
    name: `try-client: ${trial.verdict.toUpperCase()}, ${statements.join(' · ')}`,
    tests: trial.trials.length + trial.notTried.length,
    failures: trial.trials.filter(isFailure).length,
    errors: trial.trials.filter(({ reaction }) => reaction === 'hangs').length,
    time: (trial.durationMs / 1000).toFixed(3),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${suites}</testsuites>\n`;
}

function suiteOf(trial: ClientTrial, kind: Kind): string {
  const own = trial.trials.filter((each) => each.kind === kind);
  const left = trial.notTried.filter((each) => each.kind === kind);
  if (own.length + left.length === 0) return '';
  const head = attributes({
    name: KIND_NAMES[kind],
    tests: own.length + left.length,
    failures: own.filter(isFailure).length,
    errors: own.filter(({ reaction }) => reaction === 'hangs').length,
    skipped: left.length,
    time: '0.000',
    timestamp: trial.startedAt.replace(/(\.\d+)?Z$/, ''),
  });
  const cases = own.map((each) => caseOf(kind, nameOf(each), inner(each)));
  const skipped = left.map((each) =>
    caseOf(
      kind,
      nameOf(each),
      `      <skipped${attributes({ message: reasonNotTried(trial) })}/>\n`,
    ),
  );
  const property = attributes({ name: 'command', value: trial.command });
  const properties = `    <properties>\n      <property${property}/>\n    </properties>\n`;
  return `  <testsuite${head}>\n${properties}${[...cases, ...skipped].join('')}  </testsuite>\n`;
}

function caseOf(kind: Kind, name: string, inside: string): string {
  const head = attributes({ classname: `try-client.${kind}`, name, time: '0.000' });
  if (inside === '') return `    <testcase${head}/>\n`;
  return `    <testcase${head}>\n${inside}    </testcase>\n`;
}

function nameOf({ id, on, version }: Pick<Trial, 'id' | 'on' | 'version'>): string {
  return `${id}${on === undefined ? '' : ` on ${on}`} in ${version}`;
}

function inner(trial: Trial): string {
  const { reaction, why, says, rerun, alike = [] } = trial;
  if (reaction === 'same') return '';
  const evidence = evidenceOf(trial).map(([label, text]) => `${label.padEnd(18)} ${text}`);
  const same = alike.length === 0 ? [] : [`the same answers as with ${alike.join(', ')}`];
  const output = xmlText([says, ...same, ...evidence, rerun].join('\n'));
  if (reaction === 'tells') return `      <system-out>${xmlText(`tells: ${why}`)}</system-out>\n`;
  const name = isFailure(trial) ? 'failure' : 'error';
  const head = attributes({ message: `${reaction}: ${why}`, type: reaction });
  return `      <${name}${head}>${output}</${name}>\n`;
}

function isFailure({ reaction }: Trial): boolean {
  return reaction === 'crashes' || reaction === 'silently different';
}

function attributes(given: Record<string, string | number>): string {
  const pairs = Object.entries(given);
  return pairs.map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`).join('');
}
