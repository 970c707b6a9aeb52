import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { type Evidence, type Finding, findingsOf, IN_FULL, outcomeOf } from '../view/findings.js';
import { number, several } from '../view/quantities.js';
import type { Sign } from '../view/signs.js';
import { sectionOf } from '../view/source.js';
import { inOrder, versionRange } from '../view/version-range.js';
import { findingAnchor, idOf, rowAnchor, signOnly, withCode } from './inline.js';
import { type Content, type Markup, markup } from './markup.js';
import type { Section } from './section.js';

/** Violations shown of one result; the evidence of its cell has all of them. */
const SHOWN = 1;

const TITLES = {
  fail: ['Failures', ''],
  error: ['Errors', ' of the suite or the network'],
  warn: ['Warnings', ''],
  expected: ['Expected', ' by the baseline'],
} as const;

/** Signs that have a part of the page that lists their findings. */
export type FoundSign = keyof typeof TITLES;

/** The findings of one sign, the first in full and the others folded; nothing where there are none. */
export function findings(report: Report, sign: FoundSign): Section[] {
  const found = findingsOf(report, sign, SHOWN);
  if (found.length === 0) return [];
  const [label, more] = TITLES[sign];
  const title = `${label}${more} (${number(found.length)})`;
  const content = found.map((finding, index) => article(sign, finding, index < IN_FULL));
  return [{ id: `of-${sign}`, title, label, content, sign }];
}

function article(sign: Sign, finding: Finding, isFull: boolean): Markup {
  const { shared, row, versions, evidence, consequence, brief } = finding;
  const [first, ...more] = evidence;
  const { requirement } = row;
  const { id, title, level } = requirement;
  const head = markup`<span class="verdict ${sign}">${signOnly(sign)} ${sign}</span> ${idOf(requirement)} <span class="faint">${level.toUpperCase()}, ${outcomeOf(sign)} in</span> ${versions.map((version) => evidenceLink(id, version))}`;
  const body = markup`<p class="sentence"><q>${withCode(title)}</q> <span class="source">${sectionOf(requirement)}</span></p>
${first === undefined ? undefined : evidenceOf(first, more.length > 0)}${others(more)}
${consequence === undefined ? undefined : markup`<p class="consequence">For a client: ${withCode(consequence)}</p>`}`;
  return markup`<article class="finding" id="${findingAnchor(sign, id)}" data-id="${id}">
${shared === undefined ? undefined : markup`<p class="shared">${withCode(shared)}</p>`}
${isFull ? markup`<h3>${head}</h3>${body}` : markup`<details><summary><h3>${head}</h3> <span class="brief">${withCode(brief)}</span></summary>${body}</details>`}
</article>
`;
}

function evidenceLink(id: string, version: Version): Markup {
  return markup`<a href="#${rowAnchor(id)}" data-version="${version}">${version}</a> `;
}

/** The evidence in further versions, where it is not the same. */
function others(evidence: readonly Evidence[]): Content {
  if (evidence.length === 0) return undefined;
  const range = versionRange(inOrder(evidence.flatMap(({ versions }) => versions)));
  return markup`<details><summary>Evidence in ${range}</summary>${evidence.map((each) => evidenceOf(each, true))}</details>
`;
}

/** What versions with the same evidence have in common. */
function evidenceOf(
  { versions, result, reason, violations, more, commands, notes }: Evidence,
  isNamed: boolean,
): Markup {
  return markup`<div class="evidence">${isNamed ? markup`<p class="faint">in ${versionRange(versions)}</p>` : undefined}
${expectation(result)}${reason === undefined ? undefined : markup`<p class="reason">${withCode(reason)}</p>`}
${violations.map(
  ({
    message,
    facts,
  }) => markup`<div class="violation"><p class="message">${withCode(message)}</p><dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd class="value">${value}</dd>`)}</dl></div>
`,
)}${more > 0 ? markup`<p class="faint">and ${several(more, 'more kind')} of violations</p>` : undefined}
${commands.length === 0 ? undefined : copied(commands.join('\n'))}${notes.map((note) => markup`<p class="faint">(${note})</p>`)}</div>
`;
}

/** A command with a button that copies it; the button needs the script. */
export function copied(command: string): Markup {
  return markup`<div class="curl"><pre>${command}</pre><button type="button" class="copy scripted">Copy</button></div>`;
}

function expectation({ expected }: Result): Markup | undefined {
  if (expected === undefined) return undefined;
  const { reason = 'no reason given', link, expires } = expected;
  const until = expires === undefined ? '' : ` (until ${expires})`;
  return markup`<p class="expectation">Baseline: ${reason} ${linkTo(link)}${until}</p>
`;
}

/** Only an address of the web becomes a link. */
function linkTo(link: string | undefined): Content {
  if (link === undefined || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return link;
  return markup`<a href="${new URL(link).href}" rel="noreferrer">${link}</a>`;
}
