import type { ClientAnswer, ClientAnswers } from '../../analysis/client-profile/answer.js';
import { styleSheet } from '../html/assets.js';
import { SEALS, withCode } from '../html/inline.js';
import { type Markup, markup } from '../html/markup.js';
import { page } from '../html/page.js';
import { runTexts } from '../view/head.js';
import { capitalised } from '../view/quantities.js';
import { INTERRUPTED, reasonsOf, SIGNS, statementsOf, unsettled } from './view.js';

/**
 * Whether clients work with an instance, as one HTML file that loads nothing and has no script. All
 * text from the files is escaped.
 */
export function renderClientsHtml(answers: ClientAnswers): string {
  const { report, verdict } = answers;
  const { tone } = SIGNS[verdict];
  const run = runTexts(report);
  const title = capitalised(statementsOf(answers).join(' · '));
  return page({
    title: `Clients of ${run.instance}`,
    icon: { sign: SEALS[tone], tone },
    styles: ['base', 'comparison'].map(styleSheet),
    body: markup`<main>
<header>
<p class="faint">Do these clients work?</p>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${title}</span></h1>
<p><span class="value">${run.instance}</span><br><span class="faint">${run.report}</span></p>
${report.interrupted ? markup`<p class="warning">${INTERRUPTED}</p>` : undefined}
</header>
${answerTable(answers)}
${unsettled(answers).map(explained)}
</main>`,
  });
}

function answerTable({ versions, clients }: ClientAnswers): Markup {
  return markup`<section><table class="beside">
<caption class="unseen">Whether each client works in each version</caption>
<thead><tr><th scope="col">Client</th>${versions.map((version) => markup`<th scope="col">${version}</th>`)}</tr></thead>
<tbody>
${clients.map(clientRow)}</tbody>
</table>
<p class="note">${Object.values(SIGNS).map(({ word, meaning }) => markup`${word}: ${meaning}. `)}</p></section>`;
}

function clientRow({ profile: { name, about }, versions }: ClientAnswer): Markup {
  return markup`<tr><th scope="row">${name} <span class="faint">${about ?? ''}</span></th>${versions.map(
    ({ answer }) =>
      markup`<td class="${answer === 'unused' ? 'faint' : SIGNS[answer].tone}">${SIGNS[answer].word}</td>`,
  )}</tr>
`;
}

function explained(client: ClientAnswer): Markup {
  const { sign, tone } = SIGNS[client.verdict];
  return markup`<section class="step"><h2><span class="${tone}">${sign}</span> ${client.profile.name}</h2>
<ul>
${reasonsOf(client).map(
  ({ answer, why, needs }) =>
    markup`<li><span class="${SIGNS[answer].tone}">${SIGNS[answer].sign}</span> ${withCode(why)}<br><span class="faint">${needs}</span></li>\n`,
)}</ul>
</section>
`;
}
