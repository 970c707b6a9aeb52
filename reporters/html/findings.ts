import type { Report, ReportedViolation, Result } from '../../harness/report.js';
import { alike, exchangeOf, placeOf, unsaid } from '../view/evidence.js';
import { groupsOf, type Row } from '../view/groups.js';
import { number } from '../view/quantities.js';
import { objectsOf } from '../view/scan.js';
import { type Sign, signOf } from '../view/signs.js';
import { cellAddress } from './cell-address.js';
import { sourceLink } from './link.js';
import { type Content, type Markup, markup } from './markup.js';
import type { Section } from './section.js';
import { breakable, withCode } from './sentence.js';
import { signOnly } from './sign-mark.js';

/** Violations shown of one result; its cell has all of them. */
const SHOWN = 2;

/** Findings of one kind that are shown in full; the others get a line each. */
const IN_FULL = 20;

const TITLES = {
  fail: ['Failures', ''],
  error: ['Errors', ', not held against the instance'],
  warn: ['Warnings', ''],
  expected: ['Expected', ' by the baseline'],
} as const;

/**
 * The requirements that came to something that somebody has to look at, each with the sentence, what
 * was found and how to ask again. They can be read, and printed, without opening a cell.
 */
export function findings(report: Report): Section[] {
  const rows = groupsOf(report).flatMap((chapter) => chapter.rows);
  return (['fail', 'error', 'warn', 'expected'] as const).flatMap((sign) => {
    const found = rows
      .map((row) => ({ row, results: [...row.results.values()].filter(is(sign)) }))
      .filter(({ results }) => results.length > 0);
    if (found.length === 0) return [];
    const [label, more] = TITLES[sign];
    const title = `${label}${more} (${number(found.length)})`;
    return [{ id: `of-${sign}`, title, label, content: inPart(report, sign, found) }];
  });
}

function is(sign: Sign): (result: Result) => boolean {
  return (result) => signOf(result) === sign;
}

/** A requirement with its results of one sign. */
interface Finding {
  row: Row;
  results: Result[];
}

function inPart(report: Report, sign: Sign, found: readonly Finding[]): Content {
  const full = found.slice(0, IN_FULL).map((each) => finding(report, sign, each));
  const more = found.slice(IN_FULL);
  if (more.length === 0) return full;
  return [
    ...full,
    markup`<details class="rest"><summary>and ${number(more.length)} more in short</summary>
<ul class="plain">${more.map(brief)}</ul></details>`,
  ];
}

function brief({ row: { requirement }, results }: Finding): Markup {
  const [first] = results;
  const says = first?.violations[0]?.message ?? first?.reason ?? requirement.title;
  return markup`<li><span class="id">${breakable(requirement.id)}</span> in ${cellLinks(results)}: ${withCode(says)}</li>
`;
}

function finding(report: Report, sign: Sign, { row, results }: Finding): Markup {
  const { id, title, level, consequence } = row.requirement;
  const groups = alike(results, SHOWN);
  const bad = sign === 'fail' || sign === 'warn';
  return markup`<article class="finding">
<h3><span class="${sign}">${signOnly(sign)}</span> ${breakable(id)} <span class="faint">${level.toUpperCase()}, in ${cellLinks(results)}</span></h3>
<p class="sentence"><q>${withCode(title)}</q> <span class="source">${sourceLink(row.requirement)}</span></p>
${groups.map((group) => groupOf(report, group, groups.length > 1))}
${bad ? markup`<p class="consequence"><b>For a client:</b> ${withCode(consequence)}</p>` : undefined}
</article>
`;
}

function cellLinks(results: readonly Result[]): Content {
  return results.map(
    ({ requirement, version }, index) =>
      markup`${index > 0 ? ' ' : undefined}<a href="${cellAddress(requirement, version)}">${version}</a>`,
  );
}

/** What versions that say the same have in common, shown once. */
function groupOf(report: Report, group: readonly [Result, ...Result[]], named: boolean): Markup {
  const [result] = group;
  const versions = group.map(({ version }) => version).join(' ');
  const more = result.violations.length - SHOWN;
  const shown = result.violations.slice(0, SHOWN);
  const exchange = exchangeOf(report, result, shown[0]);
  return markup`<div class="group">${named ? markup`<p class="aside faint">in ${versions}</p>` : undefined}
${expectation(result)}${result.reason === undefined ? undefined : markup`<p class="reason">${result.reason}</p>`}
${shown.map((violation, index) => violationOf(report, result, violation, shown[index - 1]))}
${more > 0 ? markup`<p class="aside faint">and ${number(more)} more</p>` : undefined}
${exchange === undefined ? undefined : markup`<pre class="curl">${exchange.curl}</pre>`}</div>
`;
}

/** A violation; what it shares with the one before it is not said twice. */
function violationOf(
  report: Report,
  result: Result,
  violation: ReportedViolation,
  before: ReportedViolation | undefined,
): Markup {
  const { message, expected, received } = violation;
  const again = before?.message === message && before.expected === expected;
  const where = placeOf(report, violation, exchangeOf(report, result, violation));
  return markup`<div class="violation">${again ? undefined : markup`<p class="what">${withCode(message)}</p>`}
<dl class="facts">${fact('expected', again ? undefined : unsaid('expected', expected, message))}${fact(
    'received',
    unsaid('got', received, message),
  )}${fact('where', where === '' ? undefined : where)}${fact('objects', objectsOf(violation))}</dl></div>
`;
}

function fact(name: string, value: string | undefined): Markup | undefined {
  if (value === undefined) return undefined;
  return markup`<dt>${name}</dt><dd class="value">${value}</dd>`;
}

function expectation({ expected }: Result): Markup | undefined {
  if (expected === undefined) return undefined;
  const { reason, link, expires } = expected;
  const until = expires === undefined ? '' : ` (until ${expires})`;
  return markup`<p class="expectation">${reason ?? 'No reason is given.'} ${linkTo(link)}${until}</p>
`;
}

/** Only what leads to the web is a link. */
function linkTo(link: string | undefined): Content {
  if (link === undefined || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return link;
  return markup`<a href="${new URL(link).href}" rel="noreferrer">${link}</a>`;
}
