import type { Report } from '../../harness/report.js';
import { type Sign, SYMBOLS } from '../view/signs.js';

/** What the script of the page knows of the report: all that the evidence of a cell is made of. */
export interface EvidenceData
  extends Pick<Report, 'target' | 'requirements' | 'results' | 'exchanges'> {
  signs: Record<Sign, string>;
}

/** What a report has as evidence. */
export function evidenceData(report: Report): EvidenceData {
  const { target, requirements, results, exchanges } = report;
  return { target, requirements, results, exchanges, signs: SYMBOLS };
}
