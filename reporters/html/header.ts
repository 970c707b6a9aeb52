import type { Report } from '../../harness/report.js';
import { warningsOf } from '../view/caveats.js';
import { extensionsOf, NO_PART } from '../view/extensions.js';
import { offer } from '../view/head.js';
import { number, several, size, span } from '../view/quantities.js';
import { sharedCause } from '../view/shared-cause.js';
import { conclusionOf, credentialProblems, summaryOf } from '../view/summary.js';
import { versionRange } from '../view/version-range.js';
import { type Content, type Markup, markup } from './markup.js';
import { minute } from './minute.js';

/** The sign of each tone that a run can end in. */
export const SEALS = { good: '✓', bad: '✗', open: '?' };

/**
 * The head of the page: the verdict and what it rests on, the instance, the day and the cost. A run
 * that was interrupted, that judged hardly anything, or that could not put back what it changed says
 * so here. `contents` are the links to the parts of the page.
 */
export function header(report: Report, contents: Content): Markup {
  const { tone, scope } = summaryOf(report);
  const { tool, target, traffic } = report;
  return markup`<header>
<div class="top"><p>${tool.name} ${tool.version}</p>${contents}</div>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${verdictWord(report)} <span class="scope">(${scope})</span> <span class="host">${hostOf(report)}</span></span></h1>
<p class="says">${statement(report)}</p>
${credentialProblems(report).map((text) => markup`<p class="warning">${text}</p>\n`)}${extensionsOf(report).map(({ suite, says }) => markup`<p class="says">The suite ${suite}: ${says}. ${NO_PART}</p>\n`)}${warnings(report).map((text) => markup`<p class="warning">${text}</p>\n`)}
<dl class="about">
${fact('Instance', markup`<span class="value">${target.baseUrl}</span>`)}
${fact('Versions', offer(report))}
${fact('Examined', markup`${minute(report.startedAt)}, in ${span(report.durationMs)}`)}
${fact('Traffic', `${several(traffic.requests, 'request')}, ${size(traffic.bytes)}`)}
</dl>
</header>`;
}

/** How much was checked, what makes the verdict, and what most of many failures share. */
function statement(report: Report): string {
  const { checked, reasons } = summaryOf(report);
  const versions = versionRange(report.target.versionsExamined) || 'no version';
  const cause = sharedCause(report);
  const facts = [...reasons, `${checked} in ${versions}`].map((each) => `${each}.`);
  const said = facts.map((each) => each.charAt(0).toUpperCase() + each.slice(1));
  return [...said, ...(cause === undefined ? [] : [cause])].join(' ');
}

function fact(name: string, value: Content): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** How the run has come out, as a title begins. */
export function verdictWord(report: Report): string {
  const { name } = conclusionOf(report);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The host of the instance, with its port if it has one; all of the base URL if that is none. */
export function hostOf({ target: { baseUrl } }: Report): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

function warnings(report: Report): string[] {
  const lost = report.writes?.notRestored.length ?? 0;
  return [
    ...warningsOf(report),
    ...(lost > 0
      ? [
          `${number(lost)} ${lost === 1 ? 'value was' : 'values were'} not put back: see what was written.`,
        ]
      : []),
  ];
}
