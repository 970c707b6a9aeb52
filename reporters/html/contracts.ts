import type { Report } from '../../harness/report.js';
import { BESIDE, type ContractFinding, contractsOf } from '../view/contracts.js';
import { outcomeOf } from '../view/findings.js';
import { versionRange } from '../view/version-range.js';
import { copied } from './findings.js';
import { signOnly, withCode } from './inline.js';
import { type Markup, markup } from './markup.js';
import type { Section } from './section.js';

/** The client contracts that do not hold, with the clients that they break. */
export function contracts(report: Report): Section[] {
  const view = contractsOf(report);
  if (view === undefined) return [];
  const content = markup`<p class="faint">${BESIDE}</p>
${view.findings.map(broken)}`;
  const folded = view.findings.length === 0 ? { folded: true as const } : {};
  const title = `Client contracts: ${view.says}`;
  return [{ id: 'client-contracts', title, label: 'Clients', content, ...folded }];
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
}: ContractFinding): Markup {
  const clients = breaks.length === 0 ? undefined : markup`, breaks <b>${breaks.join(', ')}</b>`;
  return markup`<article class="finding"><h3><span class="${sign}">${signOnly(sign)}</span> <span class="id">${id}</span> <span class="faint">${outcomeOf(sign)} in ${versionRange(versions)}</span>${clients}</h3>
<p class="sentence"><q>${withCode(title)}</q></p>
<p class="said">${withCode(why)}</p>
<p class="consequence"><b>For a client:</b> ${withCode(consequence)}</p>
${commands.map(copied)}</article>
`;
}
