import type { Report } from '../../harness/report.js';
import { hostOf } from '../../harness/target.js';
import { headFacts, headWarnings } from '../view/head.js';
import { capitalised } from '../view/quantities.js';
import { sharedCause } from '../view/shared-cause.js';
import { conclusionOf, summaryOf } from '../view/summary.js';
import { versionRange } from '../view/version-range.js';
import { restorationLines } from '../view/writes.js';
import { minute, SEALS } from './inline.js';
import { type Content, type Markup, markup } from './markup.js';

/**
 * The head of the page: the verdict with its scope, how much was checked, the instance, the cost, and
 * what limits the meaning of the results. `contents` are the links to the parts of the page.
 */
export function header(report: Report, contents: Content): Markup {
  const { tone, scope } = summaryOf(report);
  const { tool } = report;
  const [written] = report.writes === undefined ? [] : restorationLines(report.writes);
  const facts: [string, Content][] = [
    ...headFacts(report),
    ...(written === undefined ? [] : [['writes', written] as [string, Content]]),
    ['date', minute(report.startedAt)],
    ['tool', `${tool.name} ${tool.version}`],
  ];
  return markup`<header>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${verdictWord(report)} <span class="scope">(${scope})</span> <span class="host">${hostOf(report.target)}</span></span></h1>
<p class="says">${statement(report)}</p>
${headWarnings(report).map((text) => markup`<p class="warning">${text}</p>\n`)}
<dl class="about">
${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd class="value">${value}</dd></div>\n`)}</dl>
${contents}
</header>`;
}

/** What makes the verdict, how much was checked, and what most of many failures share. */
function statement(report: Report): string {
  const { checked, reasons } = summaryOf(report);
  const versions = versionRange(report.target.versionsExamined) || 'no version';
  const cause = sharedCause(report);
  const facts = [...reasons, `${checked} in ${versions}`].map((each) => `${each}.`);
  return [...facts.map(capitalised), cause ?? ''].join(' ').trimEnd();
}

/** The verdict, as a title begins. */
export function verdictWord(report: Report): string {
  return capitalised(conclusionOf(report).name);
}
