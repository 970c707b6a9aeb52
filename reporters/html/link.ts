import type { ReportedRequirement } from '../../harness/report.js';
import { addressOf, pageOf, sectionOf } from '../view/source.js';
import { type Content, type Markup, markup } from './markup.js';
import { breakable } from './sentence.js';

/** The section that a requirement rests on, as a link if the report has its address. */
export function sourceLink(requirement: ReportedRequirement): Content {
  return linked(addressOf(requirement), sectionOf(requirement));
}

/** The id of a requirement, as a link to the page that describes it or to its section. */
export function idLink(requirement: ReportedRequirement): Markup {
  const address = pageOf(requirement) ?? addressOf(requirement);
  return markup`<span class="id">${linked(address, breakable(requirement.id))}</span>`;
}

function linked(address: string | undefined, text: Content): Content {
  return address === undefined ? text : markup`<a href="${address}" rel="noreferrer">${text}</a>`;
}
