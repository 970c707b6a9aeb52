import type { ClientTrial } from '../../trials/result.js';
import { styleSheet } from '../html/assets.js';
import { minute, SEALS, withCode } from '../html/inline.js';
import { type Markup, markup } from '../html/markup.js';
import { page } from '../html/page.js';
import {
  countsOf,
  type Effect,
  effectsOf,
  evidenceOf,
  KIND_NAMES,
  nameOf,
  placeOf,
  REACTIONS,
  runText,
  summaryOf,
  TOLD,
  trialCaveats,
  unspecifiedText,
  usageText,
} from './view.js';

/** The trial of a client as one HTML file that loads nothing and has no script. All text is escaped. */
export function renderTrialHtml(trial: ClientTrial): string {
  const { tone, statements } = summaryOf(trial);
  const { command, startedAt, verdict } = trial;
  return page({
    title: `Test of a client: ${command}`,
    icon: { sign: SEALS[tone], tone },
    styles: ['base', 'comparison'].map(styleSheet),
    body: markup`<main>
<header>
<p class="faint">Test of a client</p>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${SEALS[tone]}</span><span>${verdict}</span></h1>
<p><span class="value">${command}</span><br><span class="faint">${minute(startedAt)}, ${trial.tool.name} ${trial.tool.version}</span></p>
<p>${statements.join(' · ')}</p>
${trialCaveats(trial).map((each) => markup`<p class="warning">${each}</p>\n`)}</header>
${countTable(trial)}
${requests(trial)}
${TOLD.map((reaction) => section(trial, reaction))}
${problems(trial)}
</main>`,
  });
}

function countTable(trial: ClientTrial): Markup {
  const kinds = Object.keys(KIND_NAMES) as (keyof typeof KIND_NAMES)[];
  return markup`<section><table class="beside">
<caption class="unseen">How often the client reacted how</caption>
<thead><tr><th scope="col">Reaction</th>${kinds.map((kind) => markup`<th scope="col">${KIND_NAMES[kind]}</th>`)}</tr></thead>
<tbody>
${countsOf(trial).map(
  ({ reaction, counts }) =>
    markup`<tr><th scope="row"><span class="${REACTIONS[reaction].tone}">${REACTIONS[reaction].sign} ${reaction}</span> <span class="faint">${REACTIONS[reaction].meaning}</span></th>${kinds.map((kind) => markup`<td>${counts[kind] || '·'}</td>`)}</tr>\n`,
)}</tbody>
</table></section>`;
}

function requests(trial: ClientTrial): Markup {
  const { runs, usage } = trial;
  const unspecified = unspecifiedText(trial);
  return markup`<section class="step"><h2>Requests</h2>
<ul>
${runs.map((run) => markup`<li>${runText(run)}</li>\n`)}${usage.map((each) => markup`<li><code>${usageText(each)}</code></li>\n`)}</ul>
${unspecified === undefined ? undefined : markup`<p class="note">${unspecified}</p>`}
</section>`;
}

function section(trial: ClientTrial, reaction: Effect['reaction']): Markup | undefined {
  const effects = effectsOf(trial, reaction);
  if (effects.length === 0) return undefined;
  const { sign, tone } = REACTIONS[reaction];
  return markup`<section class="step"><h2><span class="${tone}">${sign}</span> ${reaction}</h2>
${effects.map((effect) => block(trial, effect))}</section>
`;
}

function block(trial: ClientTrial, { why, causes, example }: Effect): Markup {
  const evidence = [...evidenceOf(example), ['again', example.rerun] as const];
  return markup`<div class="finding"><h3>${why}</h3>
<ul>
${causes.map((cause) => {
  const place = placeOf(cause, trial);
  return markup`<li><span class="faint">${cause.kind}</span> <code>${nameOf(cause)}</code>: ${withCode(cause.says)}${place === '' ? '' : ` (${place})`}</li>\n`;
})}</ul>
<dl class="facts">${evidence.map(([label, said]) => markup`<dt>${label}</dt><dd class="value">${said}</dd>`)}</dl></div>
`;
}

function problems(trial: ClientTrial): Markup | undefined {
  if (trial.problems.length === 0) return undefined;
  return markup`<section class="step"><h2>Requests that the specification does not allow</h2>
<ul>
${trial.problems.map(
  ({ method, target, version, problem }) =>
    markup`<li>${problem} (${version}): <code>${method} ${target}</code></li>\n`,
)}</ul>
</section>`;
}
