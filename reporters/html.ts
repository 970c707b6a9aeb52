import type { Report } from '../harness/report.js';
import { INSTALLED_PROGRAM } from '../harness/shell.js';
import { hostOf, pathOn } from '../harness/target.js';
import { advisory } from './html/advisory.js';
import { browserScript, shareClasses, styleSheet } from './html/assets.js';
import { baselineProblems } from './html/baseline-problems.js';
import { fieldTable } from './html/field-table.js';
import { filters } from './html/filters.js';
import { findings } from './html/findings.js';
import { header, verdictWord } from './html/header.js';
import { SEALS } from './html/inline.js';
import {
  nextSteps,
  observations,
  options,
  scanned,
  unchecked,
  unsteady,
  written,
} from './html/lists.js';
import { markup } from './html/markup.js';
import { matrix } from './html/matrix.js';
import { page } from './html/page.js';
import { contents, section } from './html/section.js';
import type { Rendering } from './rendering.js';
import { MEANINGS, SYMBOLS } from './view/signs.js';
import { conclusionOf } from './view/summary.js';

/**
 * The report as one HTML file that loads nothing. It can be read and printed without its script, which
 * adds filters and the evidence of each cell.
 */
export function renderHtml(
  report: Report,
  { program = INSTALLED_PROGRAM }: Rendering = {},
): string {
  const { tone } = conclusionOf(report);
  const { target, requirements, results } = report;
  const exchanges = report.exchanges.map((exchange) => ({
    ...exchange,
    path: pathOn(target, exchange.request.url),
  }));
  const problems = baselineProblems(report);
  const failures = findings(report, 'fail');
  const rest = [
    ...(['error', 'warn', 'expected'] as const).flatMap((sign) => findings(report, sign)),
    ...advisory(report, program),
    ...unchecked(report),
    ...unsteady(report),
    ...nextSteps(report, program),
    ...scanned(report),
    ...observations(report),
    ...fieldTable(report),
    ...written(report, program),
    options(report),
  ];
  const parts = [...failures, { id: 'compatibility', label: 'Matrix' }, ...rest];
  const isBeside =
    problems !== undefined || failures.length > 0 || rest.some(({ folded }) => folded !== true);
  return page({
    title: `${verdictWord(report)}: ${hostOf(report.target)}`,
    icon: { sign: SEALS[tone], tone },
    styles: [...['base', 'report'].map(styleSheet), shareClasses()],
    script: browserScript('report-page.js'),
    data: {
      id: 'evidence-data',
      value: { requirements, results, exchanges, signs: SYMBOLS, meanings: MEANINGS },
    },
    body: markup`<main>
${header(report, contents(parts))}
${filters(report)}
<div class="${isBeside ? 'columns' : 'stacked'}">
<div class="first">${problems}${failures.map(section)}</div>
<section id="compatibility"><h2>Compatibility matrix <button type="button" id="unfold" class="scripted">Open all groups</button></h2>
${matrix(report)}
</section>
<div class="rest">${rest.map(section)}</div>
</div>
<dialog id="evidence" aria-labelledby="evidence-title" closedby="any"></dialog>
</main>`,
  });
}
