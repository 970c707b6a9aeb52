import type { Report } from '../../harness/report.js';
import { restoreLine } from '../../harness/target.js';
import { nextStepsOf } from '../view/next-steps.js';
import { observationsOf } from '../view/observations.js';
import { capitalised, number, several } from '../view/quantities.js';
import { scanLines } from '../view/scan.js';
import { uncheckedGroups } from '../view/unchecked.js';
import { unsteadyLines } from '../view/unsteady.js';
import { versionRange } from '../view/version-range.js';
import { restorationLines } from '../view/writes.js';
import { copied } from './findings.js';
import { breakable, idOf, signOnly, withCode } from './inline.js';
import { type Content, markup } from './markup.js';
import type { Section } from './section.js';

/** Requirements that are inconclusive or were skipped, by reason. */
export function unchecked(report: Report): Section[] {
  const groups = uncheckedGroups(report);
  if (groups.length === 0) return [];
  const content = markup`<ul class="plain">${groups.map(
    ({
      verdict,
      reason,
      requirements,
      where,
    }) => markup`<li><span class="verdict ${verdict}">${signOnly(verdict)} ${verdict}</span> ${withCode(reason)}
<details><summary class="faint">${several(requirements.size, 'requirement')}${where}</summary><p class="id">${[
      ...requirements,
    ].map((id, index) => [index > 0 ? ', ' : '', breakable(id)])}</p></details></li>
`,
  )}</ul>`;
  return [{ id: 'unchecked', title: 'Not checked', label: 'Not checked', content }];
}

/** The commands to run next, to be copied. */
export function nextSteps(report: Report, program: string): Section[] {
  const { commands } = nextStepsOf(report, program);
  if (commands.length === 0) return [];
  const content = commands.map(
    ([label, command]) => markup`<p class="faint">${label}</p>${copied(command)}`,
  );
  return [{ id: 'next-steps', title: 'Next steps', label: 'Next steps', content }];
}

/** What the instance does where the specification is silent, versions with the same value together. */
export function observations(report: Report): Section[] {
  const seen = observationsOf(report);
  if (seen.length === 0) return [];
  const content = seen.map(
    ({
      requirement,
      values,
    }) => markup`<article><h3>${withCode(requirement.title)} ${idOf(requirement)}</h3>
<dl class="facts">${values.map(
      ({ value, versions }) => markup`<dt>${versionRange(versions)}</dt><dd>${plainly(value)}</dd>
`,
    )}</dl></article>
`,
  );
  const title = `Observations (${number(seen.length)})`;
  return [{ id: 'observations', title, label: 'Observations', content, folded: true }];
}

/** A value in words where it has a plain form, else as JSON. */
function plainly(value: unknown): Content {
  if (typeof value === 'string') return withCode(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return inLine(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  return markup`<ul class="plain">${entries.map(
    ([name, each]) => markup`<li><b>${name}</b> ${inLine(each)}</li>`,
  )}</ul>`;
}

function inLine(value: unknown): string {
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  if (isPlain) return value.join(', ') || 'none';
  return JSON.stringify(value) ?? String(value);
}

/** What an exhaustive scan covered, list by list. */
export function scanned({ scan }: Report): Section[] {
  if (scan === undefined) return [];
  const [said = '', ...open] = scanLines({ scan });
  const rows = scan.lists.map(
    ({ path, version, objects, pages, ofPages = pages, complete }) =>
      markup`<li>${path} in ${version}: ${number(objects)} objects, ${number(pages)} of ${number(ofPages)} pages${complete ? undefined : ', not to the end'}</li>`,
  );
  const content = markup`<p class="${open.length > 0 ? 'warning' : ''}">${said}</p>
<ul>${open.map((line) => markup`<li class="value">${line}</li>`)}</ul>
<details><summary>Every list</summary><ul class="plain">${rows}</ul></details>`;
  const folded = open.length > 0 ? undefined : true;
  return [{ id: 'scan', title: 'Exhaustive scan', label: 'Scan', content, folded }];
}

/** What holds, but did not when it was first checked. */
export function unsteady(report: Report): Section[] {
  const lines = unsteadyLines(report);
  if (lines.length === 0) return [];
  const content = markup`<ul>${lines.map((line) => markup`<li class="value">${line}</li>`)}</ul>`;
  const title = 'Unsteady: holds, but not when first checked';
  return [{ id: 'unsteady', title, label: 'Unsteady', content }];
}

/** What became of what the run wrote. */
export function written({ writes, target }: Report, program: string): Section[] {
  if (writes === undefined) return [];
  const [head = '', ...lines] = restorationLines(writes);
  const lost = writes.notRestored.length;
  const journal =
    writes.journal === undefined
      ? undefined
      : markup`<p>To try again:</p>${copied(restoreLine(program, target, writes.journal))}`;
  const values = several(writes.runs, 'value');
  const content = markup`<p class="${lost > 0 ? 'warning' : ''}">${capitalised(head)}.</p>
<ul>${lines.map((line) => markup`<li class="value">${line}</li>`)}</ul>
${journal}<p class="faint">Each round trip tried ${values}${writes.hazardous ? ', hazardous ones among them' : ''}.</p>`;
  const title = `Writes${lost > 0 ? `: ${number(lost)} not restored` : ''}`;
  const folded = lost > 0 ? undefined : true;
  return [{ id: 'writes', title, label: 'Writes', content, folded }];
}

/** The options of the run, its seed and its format, to repeat it. */
export function options(report: Report): Section {
  const facts = new Map(
    Object.entries({ ...report.options, seed: report.seed, format: report.format }),
  );
  const rows = [...facts].map(
    ([name, value]) => markup`<dt>${name}</dt><dd class="value">${shown(value)}</dd>
`,
  );
  const content = markup`<dl class="facts">${rows}</dl>`;
  return { id: 'options', title: 'Options', label: 'Options', content, folded: true };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length === 0) return 'none';
  return JSON.stringify(value) ?? 'none';
}
