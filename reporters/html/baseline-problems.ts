import type { Report } from '../../harness/report.js';
import { entriesToAccept, type ProblemGroup, problemGroups } from '../view/baseline-problems.js';
import { several } from '../view/quantities.js';
import { PROBLEM_SIGNS } from '../view/signs.js';
import { versionRange } from '../view/version-range.js';
import { copied } from './findings.js';
import { breakable, rowAnchor, signOnly } from './inline.js';
import { type Content, markup } from './markup.js';

/** Problems of one kind that are shown at once. */
const SHOWN = 8;

/** Where the results are not as the baseline expects, and the entries that would accept what fails. */
export function baselineProblems(report: Report): Content {
  const { baseline } = report;
  if (baseline === undefined || baseline.problems.length === 0) return undefined;
  const entries = entriesToAccept(report);
  const accept =
    entries.length === 0
      ? undefined
      : markup`<details><summary>To accept what fails, add to the baseline, with a reason</summary>${copied(entries.flat().join('\n'))}</details>`;
  return markup`<section id="baseline"><h2>${several(baseline.problems.length, 'difference')} from the baseline <span class="value">${baseline.file}</span></h2>
${problemGroups(report).map((group) => groupOf(report, group))}${accept}</section>`;
}

function groupOf({ requirements }: Report, problems: ProblemGroup): Content {
  const [{ kind, message }] = problems;
  const sign = PROBLEM_SIGNS[kind];
  const known = new Set(requirements.map(({ id }) => id));
  const items = problems.map(({ requirement, versions, line }) => {
    const id = markup`<span class="id">${breakable(requirement)}</span>`;
    const name = known.has(requirement)
      ? markup`<a href="#${rowAnchor(requirement)}">${id}</a>`
      : id;
    const place = line === undefined ? undefined : markup` <span class="faint">line ${line}</span>`;
    return markup`<li>${name} in ${versionRange(versions)}${place}</li>
`;
  });
  const more = items.slice(SHOWN);
  return markup`<p><span class="verdict ${sign}">${signOnly(sign)}</span> ${message}</p>
<ul class="plain">${items.slice(0, SHOWN)}</ul>
${more.length === 0 ? undefined : markup`<details><summary>and ${more.length}</summary><ul class="plain">${more}</ul></details>`}`;
}
