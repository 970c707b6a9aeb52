import type { Report } from '../../harness/report.js';
import { number } from '../view/quantities.js';
import { MEANINGS, SIGNS, type Sign, signOf } from '../view/signs.js';
import { signOnly } from './inline.js';
import { type Markup, markup } from './markup.js';

/** The filters of the page; they need the script, and are hidden without it. */
export function filters(report: Report): Markup {
  const groups = [...new Set(report.requirements.map(({ group }) => group))];
  return markup`<form id="filters" class="filters scripted" role="search" aria-label="Filter the report">
<fieldset class="chips"><legend class="unseen">Results by verdict</legend><span class="faint">Results:</span> ${SIGNS.map((sign) => chip(report, sign))}</fieldset>
<label>Search <input type="search" name="q" size="18" autocomplete="off" spellcheck="false" placeholder="id or words"></label>
<label>Group <select name="group"><option value="">all</option>${groups.map(
    (name) => markup`<option value="${name}">${name}</option>`,
  )}</select></label>
<p class="count"><output id="shown"></output> <button type="reset" id="clear" hidden>Clear</button></p>
</form>
<p id="empty" hidden>No requirement matches. <button type="reset" form="filters">Clear the filters</button></p>`;
}

function chip({ results }: Report, sign: Sign): Markup {
  const count = results.filter((result) => signOf(result) === sign).length;
  const look = count === 0 ? 'chip none' : `chip ${sign}`;
  return markup`<label class="${look}" title="${MEANINGS[sign]}"><input type="checkbox" name="verdict" value="${sign}">${signOnly(sign)} ${sign} <span class="faint">${number(count)}</span></label>
`;
}
