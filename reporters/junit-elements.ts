import { markup } from './html/markup.js';

/** The outcome of a test case, as JUnit counts it. */
export type Outcome = 'passed' | 'failures' | 'errors' | 'skipped';

/** A test case. */
export interface Case {
  name: string;
  outcome: Outcome;
  durationMs: number;
  xml: string;
}

/** A test case with what is inside of it. */
export function made(
  group: string,
  name: string,
  durationMs: number,
  outcome: Outcome,
  inside: string,
) {
  const time = seconds(durationMs);
  const head = attributes({ classname: `conformance.${group}`, name, time });
  const xml =
    inside === ''
      ? `    <testcase${head}/>\n`
      : `    <testcase${head}>\n${inside}    </testcase>\n`;
  return { name, outcome, durationMs, xml };
}

/** An element within a case. */
export function element(name: string, given: Record<string, string>, content = ''): string {
  const head = `      <${name}${attributes(given)}`;
  return content === '' ? `${head}/>\n` : `${head}>${markup`${content}`}</${name}>\n`;
}

/** The attributes of an element. */
export function attributes(given: Record<string, string | number>): string {
  const pairs = Object.entries(given);
  return pairs.map(([name, value]) => ` ${name}="${markup`${value}`}"`).join('');
}

/** How many cases have an outcome. */
export function count(cases: readonly Case[], outcome: Outcome): number {
  return cases.filter((each) => each.outcome === outcome).length;
}

/** The time of cases, in seconds. */
export function timeOf(cases: readonly Case[]): string {
  return seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
