import type { Report } from '../../harness/report.js';
import { restoreLine } from '../../harness/shell.js';
import { number, several } from '../view/quantities.js';
import { restorationLines } from '../view/writes.js';
import { markup } from './markup.js';
import type { Section } from './section.js';

/** What became of what the run wrote; nothing for a run that wrote nothing. */
export function writes({ writes, target }: Report): Section[] {
  if (writes === undefined) return [];
  const [head = '', ...lines] = restorationLines(writes);
  const lost = writes.notRestored.length;
  const journal =
    writes.journal === undefined
      ? undefined
      : markup`<p>The journal is kept; this tries again:</p><pre class="curl">${restoreLine(target.baseUrl, writes.journal)}</pre>`;
  const title = lost > 0 ? `What was written: ${number(lost)} not put back` : 'What was written';
  const values = several(writes.runs, 'value');
  const content = markup`<p class="${lost > 0 ? 'warning' : ''}">${head.charAt(0).toUpperCase()}${head.slice(1)}.</p>
<ul>${lines.map((line) => markup`<li class="value">${line}</li>`)}</ul>
${journal}<p class="faint">Each round trip tried ${values}${writes.hazardous ? ', hazardous ones among them' : ''}.</p>`;
  const folded = lost > 0 ? {} : { folded: true as const };
  return [{ id: 'writes', title, label: 'Writes', content, ...folded }];
}
