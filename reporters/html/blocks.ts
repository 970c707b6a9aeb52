import type { Exchange } from '../../harness/report.js';
import {
  type Block,
  type Evidence,
  type Finding,
  IN_FULL,
  type List,
  type Table,
} from '../document.js';
import { several, shortened } from '../view/words.js';
import { type Content, findingAnchor, type Markup, markup, signOf, textOf } from './markup.js';
import { matrixOf } from './matrix.js';

/** Characters of a body that is shown; the report in JSON has it as long as it was kept. */
const BODY = 400;

/** A block; of findings the first, by their place in the part, are open. */
export function blockOf(block: Block, index = 0): Content {
  switch (block.type) {
    case 'facts':
      return markup`<dl class="facts">${block.facts.map(
        ([name, value]) => markup`<dt>${name}</dt><dd class="value">${value}</dd>
`,
      )}</dl>`;
    case 'text':
      return markup`<p class="${block.look ?? 'text'}">${textOf(block.text)}</p>
`;
    case 'list':
      return listOf(block);
    case 'command':
      return markup`${block.label === undefined ? undefined : markup`<p class="faint">${block.label}</p>`}${copied(block.text)}`;
    case 'table':
      return tableOf(block);
    case 'matrix':
      return matrixOf(block);
    case 'finding':
      return findingOf(block, index < IN_FULL);
  }
}

/** Lines with a button that copies them; the button needs the script. */
function copied(lines: string): Markup {
  return markup`<div class="curl"><pre>${lines}</pre><button type="button" class="copy scripted">Copy</button></div>
`;
}

function listOf({ items }: List): Content {
  const points = items.map(
    ({
      mark,
      text,
      ids = [],
    }) => markup`<li>${mark === undefined ? undefined : signOf(mark)} ${textOf(text)}${
      ids.length === 0
        ? undefined
        : markup` <details><summary class="faint">which</summary><p class="id">${ids.join(', ')}</p></details>`
    }</li>
`,
  );
  return markup`<ul class="plain">${points}</ul>
`;
}

function tableOf({ caption, columns: [first = '', ...others], rows, legend = [] }: Table): Markup {
  return markup`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="beside"><caption>${caption}</caption>
${
  rows.length === 0
    ? undefined
    : markup`<thead><tr><th scope="col">${first}</th>${others.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
        ({ name, about, cells }) =>
          markup`<tr><th scope="row">${name}${about === undefined ? undefined : markup` <span class="faint">${about}</span>`}</th>${cells.map(
            ({ text, look, says }) =>
              markup`<td${look === undefined ? undefined : markup` class="${look}"`}>${text}${says === undefined ? undefined : markup`<span class="unseen"> ${says}</span>`}`,
          )}</tr>
`,
      )}</tbody>`
}</table></div>
${legend.length === 0 ? undefined : markup`<p class="note">${legend.map(([sign, says]) => markup`<b>${sign}</b> ${says}. `)}</p>`}`;
}

function findingOf(finding: Finding, isOpen: boolean): Markup {
  const { marks, head, isId, versions, aside, quote, evidence } = finding;
  const { ids = [], client, brief } = finding;
  const [first, ...more] = evidence;
  const name = isId === true ? markup`<span class="id">${head}</span>` : textOf(head);
  const title = markup`${marks.map(signOf)} ${name} <span class="faint">${aside}</span>`;
  const body = markup`${
    quote === undefined
      ? undefined
      : markup`<p class="sentence"><q>${textOf(quote.says)}</q> <span class="faint">${quote.source}</span></p>
`
  }${first === undefined ? undefined : evidenceOf(first)}${
    more.length === 0
      ? undefined
      : markup`<details><summary>Evidence in other versions</summary>${more.map(evidenceOf)}</details>
`
  }${
    ids.length === 0
      ? undefined
      : markup`<details><summary>${several(ids.length, 'requirement')}</summary><p class="id">${ids.join(', ')}</p></details>`
  }${
    client === undefined
      ? undefined
      : markup`<p class="text"><b>${client[0]}:</b> ${textOf(client[1])}</p>
`
  }`;
  const [mark] = marks;
  // Cells of the matrix lead to findings of a run; a comparison may name a requirement twice.
  const anchor =
    isId === true && mark !== undefined && versions !== undefined
      ? markup` id="${findingAnchor(mark, head)}" data-id="${head}"`
      : undefined;
  return markup`<article class="finding"${anchor}>
${isOpen ? markup`<h3>${title}</h3>${body}` : markup`<details><summary><h3>${title}</h3> <span class="brief">${textOf(brief)}</span></summary>${body}</details>`}
</article>
`;
}

function evidenceOf({
  where,
  texts,
  violations = [],
  more = 0,
  commands = [],
  notes = [],
  exchange,
}: Evidence): Markup {
  return markup`<div class="evidence">${where === undefined ? undefined : markup`<p class="faint">${where}</p>`}
${texts.map((text) => markup`<p class="text">${textOf(text)}</p>`)}${violations.map(
  ({ message, facts }) =>
    markup`<div class="violation">${message === undefined ? undefined : markup`<p class="strong">${textOf(message)}</p>`}<dl class="facts">${facts.map(
      ([name, value]) => markup`<dt>${name}</dt><dd class="value">${value}</dd>`,
    )}</dl></div>
`,
)}${more > 0 ? markup`<p class="faint">and ${several(more, 'more kind')} of violations</p>` : undefined}
${commands.length === 0 ? undefined : copied(commands.join('\n'))}${notes.map((note) => markup`<p class="faint">(${note})</p>`)}${
  exchange === undefined ? undefined : exchangeOf(exchange)
}</div>
`;
}

/** The request and the response, folded; a long body is cut. */
function exchangeOf({ request, response, role, ms }: Exchange): Markup {
  const sent = request.body === undefined ? [] : ['', bodyOf(request.body)];
  const lines = [
    `${request.method} ${request.url}`,
    ...headersOf(request.headers),
    ...sent,
    '',
    String(response.status),
    ...headersOf(response.headers),
    '',
    bodyOf(response.body),
  ];
  return markup`<details class="exchange"><summary class="faint">Request and response, as ${role}, ${Math.round(ms)} ms</summary><pre>${lines.join('\n')}</pre></details>`;
}

function headersOf(headers: Record<string, string | string[]>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}`),
  );
}

function bodyOf(body: string): string {
  const more = body.length > BODY ? ` (${body.length} characters in all)` : '';
  return shortened(body, BODY) + more;
}
