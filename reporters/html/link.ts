import type { ReportedRequirement } from '../../harness/report.js';
import { addressOf, sectionOf } from '../view/source.js';
import { type Content, markup } from './markup.js';

/** The section that a requirement rests on, as a link if the report has its address. */
export function sourceLink(requirement: ReportedRequirement): Content {
  const [address, section] = [addressOf(requirement), sectionOf(requirement)];
  return address === undefined
    ? section
    : markup`<a href="${address}" rel="noreferrer">${section}</a>`;
}
