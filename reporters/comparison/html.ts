import type { Comparison, Subject } from '../../analysis/comparison/comparison.js';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import { styleSheet } from '../html/assets.js';
import { SEALS, withCode } from '../html/inline.js';
import { type Markup, markup } from '../html/markup.js';
import { page } from '../html/page.js';
import type { Rendering } from '../rendering.js';
import { capitalised } from '../view/quantities.js';
import { htmlMatrix } from './html-matrix.js';
import { htmlStep } from './html-step.js';
import { stepViews } from './news.js';
import { clientLines, statementsOf, subjectText, VERDICT_WORDS } from './words.js';

/**
 * The comparison as one HTML file that loads nothing and has no script: the subjects, the caveats, the
 * verdicts side by side, and each step in full. All text from the files is escaped.
 */
export function renderComparisonHtml(
  comparison: Comparison,
  { program = INSTALLED_PROGRAM }: Rendering = {},
): string {
  const { word, tone } = VERDICT_WORDS[comparison.verdict];
  const title = capitalised(word);
  const between = comparison.subjects.map(({ name }) => name).join(' → ');
  return page({
    title: `${title}: ${between}`,
    icon: { sign: SEALS[tone], tone },
    styles: ['base', 'comparison'].map(styleSheet),
    body: markup`<main>
<header>
<p class="faint">Comparison of conformance reports</p>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${title} <span class="host">${between}</span></span></h1>
<p class="says">${capitalised(statementsOf(comparison).join(' · '))}.</p>
${clientLines(comparison).map(({ text, tone }) => markup`<p class="says ${tone}">${withCode(text)}</p>\n`)}
${comparison.caveats.map((caveat) => markup`<p class="warning">${caveat}</p>\n`)}
${subjects(comparison)}
</header>
${htmlMatrix(comparison)}
${stepViews(comparison, program).map((step, index) => htmlStep(step, index))}
</main>`,
  });
}

function subjects({ of, subjects: all }: Comparison): Markup {
  // Versions of one report have all but their names in common.
  const shown = of === 'versions' ? all.slice(0, 1) : all;
  return markup`<ul class="subjects">
${shown.map((subject) => subjectItem(subject, of === 'versions' ? '' : subject.name))}</ul>`;
}

function subjectItem(subject: Subject, name: string): Markup {
  const { heading, run, offered } = subjectText(subject);
  return markup`<li><span class="name">${name}</span><span><span class="value">${heading}</span><br>
<span class="faint">${run}, ${offered}</span></span></li>
`;
}
