import type { BaselineProblem, Report } from '../../harness/report.js';
import { renderEntry } from '../baseline.js';
import { number, several } from '../view/quantities.js';
import { PROBLEM_SIGNS } from '../view/signs.js';
import { cellAddress } from './cell-address.js';
import { type Content, type Markup, markup } from './markup.js';
import { breakable } from './sentence.js';
import { signOnly } from './sign-mark.js';

/** Problems of one kind that are shown at once. */
const AT_ONCE = 8;

/**
 * What a baseline expects and what came of it: what departs from it, by the reason, and the entries
 * that would accept what fails. Nothing for a run without a baseline.
 */
export function baselineProblems({ baseline, results }: Report): Content {
  if (baseline === undefined) return undefined;
  const { file, problems, notHeld = [] } = baseline;
  const expected = results.filter((result) => result.expected !== undefined).length;
  const asides = notHeld.map(
    (aside) => `, ${several(aside.results, 'result')} of it not judged (${aside.why})`,
  );
  const held = `${several(expected, 'result')} as it expects${asides.join('')}`;
  if (problems.length === 0) {
    return markup`<p class="baseline">Baseline <span class="value">${file}</span>: ${held}.</p>`;
  }
  const reasons = [...new Set(problems.map(reasonOf))];
  const groups = reasons.map((reason) => problems.filter((each) => reasonOf(each) === reason));
  return markup`<section class="baseline" aria-labelledby="baseline-title">
<h2 id="baseline-title">${several(problems.length, 'departure')} from the baseline <span class="value">${file}</span></h2>
<p class="faint">Besides, ${held}.</p>
${groups.map(groupOf)}${entries(problems)}</section>`;
}

function reasonOf({ kind, message }: BaselineProblem): string {
  return `${kind} ${message}`;
}

function groupOf(problems: readonly BaselineProblem[]): Content {
  const [first] = problems;
  if (first === undefined) return undefined;
  const sign = PROBLEM_SIGNS[first.kind];
  const items = problems.map(itemOf);
  const more = items.slice(AT_ONCE);
  return markup`<p><span class="${sign}">${signOnly(sign)}</span> ${first.message}</p>
<ul class="plain">${items.slice(0, AT_ONCE)}</ul>
${more.length === 0 ? undefined : markup`<details class="rest"><summary>and ${number(more.length)} more</summary><ul class="plain">${more}</ul></details>`}`;
}

function itemOf({ requirement, versions, line, kind }: BaselineProblem): Markup {
  const known = kind !== 'unknown-requirement';
  const cells = versions.map((version, index) => [
    index > 0 ? ' ' : undefined,
    known ? markup`<a href="${cellAddress(requirement, version)}">${version}</a>` : version,
  ]);
  const place = line === undefined ? undefined : markup` <span class="faint">line ${line}</span>`;
  return markup`<li><span class="id">${breakable(requirement)}</span> in ${cells}${place}</li>
`;
}

/** The entries that would accept what fails, to be pasted. */
function entries(problems: readonly BaselineProblem[]): Content {
  const failures = problems.filter(({ kind }) => kind === 'unexpected-failure');
  if (failures.length === 0) return undefined;
  const lines = failures.flatMap(({ requirement, versions }) =>
    renderEntry({ requirement, versions, verdict: 'fail' }, ['reason']).split('\n'),
  );
  const text = lines.map((each) => markup`${each}<br>`);
  return markup`<details class="rest"><summary>To accept what fails, add to the baseline, with a reason</summary><pre class="curl">${text}</pre></details>
`;
}
