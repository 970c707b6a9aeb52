import type { ReportedRequirement } from '../../harness/report.js';
import { addressOf, sectionOf } from '../source.js';
import { hang } from './text.js';

/**
 * The sentence of a requirement, and where it stands. An address has a line of its own, however long:
 * broken, nobody could open it.
 */
export function quoteLines(requirement: ReportedRequirement, width: number): string[] {
  const address = addressOf(requirement);
  const quoted = `“${requirement.title}”`;
  if (address === undefined) return hang('  ', `${quoted} (${sectionOf(requirement)})`, width);
  return [...hang('  ', quoted, width), `  ${address}`];
}
