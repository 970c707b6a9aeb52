import type { Difference, LiveComparison } from '../../live/result.js';
import { styleSheet } from '../html/assets.js';
import { minute, SEALS } from '../html/inline.js';
import { type Markup, markup } from '../html/markup.js';
import { page } from '../html/page.js';
import { capitalised } from '../view/quantities.js';
import {
  clientsOf,
  exampleOf,
  headOf,
  type InstanceText,
  instanceTexts,
  LIVE_VERDICTS,
  partsOf,
  remarksOf,
  scopeText,
  statementsOf,
  whereOf,
} from './view.js';

/** The comparison of two instances as one HTML file that loads nothing and has no script. All text is escaped. */
export function renderLiveHtml(comparison: LiveComparison): string {
  const { word, tone } = LIVE_VERDICTS[comparison.verdict];
  const { differing, notices } = partsOf(comparison);
  const instances = instanceTexts(comparison);
  const between = instances.map(({ heading }) => heading).join(' → ');
  return page({
    title: `${capitalised(word)}: ${between}`,
    icon: { sign: SEALS[tone], tone },
    styles: ['base', 'comparison'].map(styleSheet),
    body: markup`<main>
<header>
<p class="faint">Comparison of two instances, ${minute(comparison.startedAt)}, ${comparison.tool.name} ${comparison.tool.version}</p>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${capitalised(word)} <span class="host">${between}</span></span></h1>
<p class="says">${capitalised(statementsOf(comparison).join(' · '))}.</p>
<p class="faint">${scopeText(comparison)}</p>
${remarksOf(comparison).map((remark) => markup`<p class="warning">${remark}</p>\n`)}
<ul class="subjects">
${instances.map(instanceItem)}</ul>
</header>
${section('Differences', differing)}
${section('Notices: no client is known to break on these', notices)}
</main>`,
  });
}

function instanceItem({ name, heading, details }: InstanceText): Markup {
  return markup`<li><span class="name">${name}</span><span><span class="value">${heading}</span><br>
<span class="faint">${details}</span></span></li>
`;
}

function section(title: string, differences: readonly Difference[]): Markup | undefined {
  if (differences.length === 0) return undefined;
  return markup`<section class="step"><h2>${title}</h2>
${differences.map(article)}</section>
`;
}

function article(difference: Difference): Markup {
  const clients = clientsOf(difference);
  return markup`<article class="finding"><h3>${headOf(difference)}</h3>
<p>${whereOf(difference)}</p>
${clients === undefined ? undefined : markup`<p class="consequence">${clients}</p>`}
<dl class="facts">${exampleOf(difference).map(([label, said]) => markup`<dt>${label}</dt><dd class="value">${said}</dd>`)}</dl></article>
`;
}
