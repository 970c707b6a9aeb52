import type { Report } from '../../harness/report.js';
import { number } from '../view/quantities.js';
import { scanLines } from '../view/scan.js';
import { markup } from './markup.js';
import type { Section } from './section.js';

/** What was walked over, list by list; nothing for a run that did not walk. */
export function walked({ walk }: Report): Section[] {
  if (walk === undefined) return [];
  const [said = '', ...open] = scanLines({ walk });
  const rows = walk.lists.map(
    ({ path, version, objects, pages, ofPages = pages, complete }) =>
      markup`<li>${path} in ${version}: ${number(objects)} objects, ${number(pages)} of ${number(ofPages)} pages${complete ? undefined : ', not to the end'}</li>`,
  );
  const content = markup`<p class="${open.length > 0 ? 'warning' : ''}">${said}</p>
<ul>${open.map((line) => markup`<li class="value">${line}</li>`)}</ul>
<details><summary>list by list</summary><ul class="plain">${rows}</ul></details>`;
  const folded = open.length > 0 ? {} : { folded: true as const };
  return [{ id: 'walk', title: 'Whole lists', label: 'Lists', content, ...folded }];
}
