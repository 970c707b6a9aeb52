import type { Report } from '../../harness/report.js';
import { number } from '../view/quantities.js';
import { SIGNS, type Sign, signOf } from '../view/signs.js';
import { type Markup, markup } from './markup.js';
import { signOnly } from './sign-mark.js';

/** The filters of the matrix; they need the script, and are not seen without it. */
export function filters(report: Report): Markup {
  const levels = [...new Set(report.requirements.map(({ level }) => level))];
  const chapters = [...new Set(report.requirements.map(({ chapter }) => chapter))];
  const versions = report.target.versionsExamined;
  return markup`<form id="filters" class="scripted" role="search" aria-label="Filter the matrix">
<div class="chips" role="group" aria-label="Verdicts">${SIGNS.map((sign) => chip(report, sign))}</div>
<div class="choices">
<label class="search">Search <input id="filter-text" type="search" autocomplete="off" spellcheck="false" placeholder="words of a requirement or of what was found"></label>
${choice('chapter', 'Chapter', 'all', chapters)}
${choice('level', 'Level', 'all', levels)}
${choice('version', 'Version', 'all', versions)}
</div>
<p class="count"><span id="shown" role="status"></span>
<button type="button" id="clear" hidden>Clear the filters</button>
<span class="folding"><button type="button" id="unfold">Unfold all</button> <button type="button" id="fold">Fold all</button></span></p>
</form>`;
}

function chip({ results }: Report, sign: Sign): Markup | undefined {
  const count = results.filter((result) => signOf(result) === sign).length;
  if (count === 0) return undefined;
  return markup`<button type="button" class="chip ${sign}" data-filter="${sign}" aria-pressed="false">${signOnly(sign)} ${sign} <span class="figure">${number(count)}</span></button>
`;
}

function choice(name: string, label: string, all: string, values: readonly string[]): Markup {
  const options = values.map((value) => markup`<option value="${value}">${value}</option>`);
  return markup`<label>${label} <select id="filter-${name}"><option value="">${all}</option>${options}</select></label>`;
}
