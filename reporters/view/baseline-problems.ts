import { renderEntry } from '../../analysis/baseline/entry.js';
import type { BaselineProblem } from '../../harness/against-baseline.js';
import { groupedBy } from '../../harness/grouped-by.js';
import type { Report } from '../../harness/report.js';
import type { Block, Item, Part, Sign } from '../document.js';
import { markOf } from './signs.js';
import { several } from './words.js';

/** Entries to paste that are shown; --write-baseline writes all. */
const SHOWN = 20;

/** The sign of each kind of problem with a baseline. */
const SIGNS: Record<BaselineProblem['kind'], Sign> = {
  'unexpected-failure': 'fail',
  'unexpected-warning': 'warn',
  'unexpected-inconclusive': 'inconclusive',
  'no-longer-so': 'pass',
  'unknown-requirement': 'warn',
  'not-judged-in-version': 'not-applicable',
  expired: 'warn',
};

/** Where the results are not as the baseline expects, and the entries that would accept what fails. */
export function baselinePart(report: Report): Part | undefined {
  const { baseline } = report;
  if (baseline === undefined || baseline.problems.length === 0) return undefined;
  const { problems, file } = baseline;
  const groups = groupedBy(problems, ({ kind, message }) => [kind, message]);
  return {
    id: 'baseline',
    title: `${several(problems.length, 'difference')} from the baseline ${file}`,
    label: 'Baseline',
    blocks: [{ type: 'list', items: groups.map(itemOf) }, ...entries(baseline)],
  };
}

function itemOf(group: [BaselineProblem, ...BaselineProblem[]]): Item {
  const [{ kind, message }] = group;
  const ids = group.map(({ requirement, versions, line }) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    return `${requirement} in ${versions.join(' ')}${place}`;
  });
  return { mark: markOf(SIGNS[kind]), text: `${message}: ${ids.join(', ')}` };
}

function entries({ problems, file, starter }: NonNullable<Report['baseline']>): Block[] {
  if (starter) {
    const text = `To accept failures of this instance, write a baseline of your own: --baseline ${file} --write-baseline FILE`;
    return [{ type: 'text', text, look: 'faint' }];
  }
  const failing = problems.filter(
    ({ kind }) => kind === 'unexpected-failure' || kind === 'unexpected-warning',
  );
  if (failing.length === 0) return [];
  const shown = failing.slice(0, SHOWN).map(({ kind, requirement, versions }) => {
    const verdict = kind === 'unexpected-warning' ? 'warn' : 'fail';
    return renderEntry({ requirement, versions, verdict }, ['reason']);
  });
  const more = failing.length - shown.length;
  const rest = more > 0 ? ` (${more} more: --write-baseline FILE writes all)` : '';
  const text = `To accept what fails, add to ${file}, with a reason${rest}:`;
  return [
    { type: 'text', text, look: 'faint' },
    { type: 'command', text: shown.join('\n') },
  ];
}
