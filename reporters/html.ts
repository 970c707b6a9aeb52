import { joined } from '../harness/extension/joined.js';
import type { Report } from '../harness/report.js';
import { browserScript, styleSheet } from './html/assets.js';
import { baselineProblems } from './html/baseline-problems.js';
import { evidenceData } from './html/evidence-data.js';
import { fieldTable } from './html/field-table.js';
import { filters } from './html/filters.js';
import { findings } from './html/findings.js';
import { header, hostOf, SEALS, verdictWord } from './html/header.js';
import { markup } from './html/markup.js';
import { matrix } from './html/matrix.js';
import { observations } from './html/observations.js';
import { optionsInForce } from './html/options-in-force.js';
import { page } from './html/page.js';
import { contents, type Section, section } from './html/section.js';
import { unjudged } from './html/unjudged.js';
import { walked } from './html/walk.js';
import { writes } from './html/writes.js';
import { conclusionOf } from './view/summary.js';

/** The style sheets of the page, in their order. */
const STYLES = ['base', 'filters', 'versioned-table', 'matrix', 'evidence', 'field-table', 'print'];

/**
 * The report as one HTML file that asks nothing of anybody: the matrix first, the evidence of a cell
 * when it is opened, then the findings, what was not judged, the fields, the observations and what
 * was written. It can be read and printed without its script.
 */
export function renderHtml(report: Report): string {
  const { tone } = conclusionOf(report);
  const whole = joined(report);
  const sections: Section[] = [
    ...findings(whole),
    ...unjudged(whole),
    ...fieldTable(report),
    ...observations(whole),
    ...walked(report),
    ...writes(report),
    optionsInForce(report),
  ];
  return page({
    title: `${verdictWord(report)}: ${hostOf(report)}`,
    icon: { sign: SEALS[tone], tone },
    styles: STYLES.map(styleSheet),
    script: browserScript('report-page.js'),
    data: { id: 'evidence-data', value: evidenceData(whole) },
    body: markup`<main>
${header(report, contents(sections))}
${baselineProblems(report)}
<section id="compatibility">
<h2 class="unseen">Compatibility matrix</h2>
${filters(whole)}
<p id="empty" class="empty" hidden>No requirement is like that. <button type="button" id="clear-empty">Clear the filters</button></p>
${matrix(report)}
<p class="hint scripted faint">A cell opens its evidence. Arrow keys go from cell to cell, Escape closes.</p>
</section>
${sections.map(section)}
</main>`,
  });
}
