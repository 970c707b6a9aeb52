import type { Report } from '../../harness/report.js';
import {
  type AdvisoryFinding,
  type AdvisoryView,
  advisoryNote,
  advisoryOf,
} from '../view/advisory.js';
import { outcomeOf } from '../view/findings.js';
import { capitalised } from '../view/quantities.js';
import { versionRange } from '../view/version-range.js';
import { copied } from './findings.js';
import { signOnly, withCode } from './inline.js';
import { type Markup, markup } from './markup.js';
import type { Section } from './section.js';

/** What does not hold of client contracts and of requirements added later. */
export function advisory(report: Report, program: string): Section[] {
  return advisoryOf(report).map((view) => sectionOf(view, program));
}

function sectionOf(view: AdvisoryView, program: string): Section {
  const { name, addedAfter, says, findings } = view;
  const content = markup`<p class="faint">${advisoryNote(view, program)}</p>
${findings.map(broken)}`;
  const place =
    addedAfter === undefined
      ? { id: 'client-contracts', label: 'Clients' }
      : { id: 'added-later', label: 'Added later' };
  const folded = findings.length === 0 ? true : undefined;
  return { ...place, title: `${capitalised(name)}: ${says}`, content, folded };
}

function broken({
  id,
  title,
  sign,
  versions,
  breaks,
  why,
  consequence,
  commands,
}: AdvisoryFinding): Markup {
  const clients = breaks.length === 0 ? undefined : markup`, breaks <b>${breaks.join(', ')}</b>`;
  return markup`<article class="finding"><h3><span class="${sign}">${signOnly(sign)}</span> <span class="id">${id}</span> <span class="faint">${outcomeOf(sign)} in ${versionRange(versions)}</span>${clients}</h3>
<p class="sentence"><q>${withCode(title)}</q></p>
<p class="said">${withCode(why)}</p>
<p class="consequence"><b>For a client:</b> ${withCode(consequence)}</p>
${commands.map(copied)}</article>
`;
}
