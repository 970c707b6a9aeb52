/** @import { Exchange, Report } from '../../../harness/report.js' */
/** @import { Sign } from '../../view/signs.js' */

/**
 * The data block of the page: all that the evidence of a cell is made of.
 *
 * @typedef {Exchange & { path: string }} ShownExchange `path`: its URL without the base URL, which is the same everywhere.
 * @typedef {Pick<Report, 'requirements' | 'results'> & { exchanges: ShownExchange[], signs: Record<Sign, string>, meanings: Record<Sign, string> }} EvidenceData
 */

/** @type {EvidenceData | undefined} */
let known;

/** The data of the report. It is parsed on first use, so that a large report opens at once. */
export function reportData() {
  known ??= /** @type {EvidenceData} */ (
    JSON.parse(document.getElementById('evidence-data')?.textContent ?? '')
  );
  return known;
}

/** @param {number | undefined} wanted */
export function exchangeWith(wanted) {
  return reportData().exchanges.find(({ n }) => n === wanted);
}
