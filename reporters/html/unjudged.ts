import type { Report } from '../../harness/report.js';
import { several } from '../view/quantities.js';
import { type Unchecked as Unjudged, uncheckedGroups } from '../view/unchecked.js';
import { type Markup, markup } from './markup.js';
import type { Section } from './section.js';
import { breakable, withCode } from './sentence.js';
import { signOnly } from './sign-mark.js';

/** What was inconclusive and what was skipped, by the reason. */
export function unjudged(report: Report): Section[] {
  const groups = uncheckedGroups(report);
  if (groups.length === 0) return [];
  const content = markup`<ul class="plain">${groups.map((group) => reasonOf(report, group))}</ul>`;
  return [{ id: 'unjudged', title: 'Not judged, and why', label: 'Not judged', content }];
}

function reasonOf(
  { target }: Report,
  { verdict, reason, requirements, versions }: Unjudged,
): Markup {
  const own = target.versionsExamined.filter((version) => versions.has(version));
  const partial = own.length < target.versionsExamined.length ? ` in ${own.join(' ')}` : '';
  const ids = [...requirements].map((id, index) => [index > 0 ? ', ' : '', breakable(id)]);
  return markup`<li><p><span class="${verdict}">${signOnly(verdict)} ${verdict}</span> ${withCode(reason)}</p>
<details><summary>${several(requirements.size, 'requirement')}${partial}</summary><p class="id">${ids}</p></details></li>
`;
}
