import { signOnly, withCode } from '../html/inline.js';
import { type Content, type Markup, markup } from '../html/markup.js';
import { several } from '../view/quantities.js';
import { sectionOf } from '../view/source.js';
import type { StepView } from './news.js';
import type { Entry, Part } from './part.js';

/** Entries and ids shown before the rest is folded. */
const AT_ONCE = 20;

/** Longer notes are folded. */
const LONG = 400;

/** A subject compared with the one before it; long parts are folded. */
export function htmlStep({ from, to, isUnchanged, parts }: StepView, index: number): Markup {
  return markup`<section class="step" id="step-${index + 1}"><h2>${from} → ${to}</h2>
${isUnchanged ? markup`<p>No result checked in both has changed.</p>` : undefined}
${parts.map(part)}
</section>
`;
}

function part({ title, meaning, entries, notes }: Part): Markup {
  const more = entries.slice(AT_ONCE);
  return markup`<div class="part"><h3>${title}</h3>
${meaning === undefined ? undefined : markup`<p class="faint">${meaning}</p>`}
${entries.slice(0, AT_ONCE).map(entry)}
${
  more.length === 0
    ? undefined
    : markup`<details class="rest"><summary>and ${more.length} more</summary>
${more.map(entry)}</details>`
}
${notes.map(noteOf)}</div>
`;
}

/** A note; the list of a long one is folded. */
function noteOf(note: string): Markup {
  const colon = note.indexOf(': ');
  if (note.length <= LONG || colon < 0) return markup`<p class="note">${withCode(note)}</p>\n`;
  return markup`<details class="rest"><summary>${note.slice(0, colon)}</summary><p class="note">${withCode(
    note.slice(colon + 2),
  )}</p></details>\n`;
}

function entry(each: Entry): Markup {
  const { verdict, before, head, aside, sentence, says, ids, client } = each;
  return markup`<article class="finding"><h4>${marks(verdict, before)} ${withCode(head)} ${
    aside === undefined ? undefined : markup`<span class="faint">${aside}</span>`
  }</h4>
${
  sentence === undefined
    ? undefined
    : markup`<p class="sentence"><q>${withCode(sentence.title)}</q> <span class="source">${sectionOf(sentence)}</span></p>`
}
${says.map((text) => markup`<p class="said">${withCode(text)}</p>`)}
${ids === undefined ? undefined : group(ids)}
${
  client === undefined
    ? undefined
    : markup`<p class="consequence"><b>${client.label}:</b> ${withCode(client.text)}</p>`
}</article>
`;
}

function marks(verdict: Entry['verdict'], before: Entry['before']): Content {
  const now = markup`<span class="${verdict}">${signOnly(verdict)}</span>`;
  return before === undefined
    ? now
    : markup`<span class="${before}">${signOnly(before)}</span>${now}`;
}

function group(ids: readonly string[]): Markup {
  const list = ids.join(', ');
  if (ids.length <= AT_ONCE) return markup`<p class="faint">${list}</p>`;
  return markup`<details class="rest"><summary>${several(ids.length, 'requirement')}</summary><p class="faint">${list}</p></details>`;
}
