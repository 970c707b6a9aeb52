/** @import { Exchange, ReportedRequirement, Result } from '../../../harness/report.js' */
/** @import { EvidenceData } from '../evidence-data.js' */

/**
 * What the page knows of the report besides what it shows, by its names.
 *
 * @typedef {object} ReportData
 * @property {EvidenceData} all
 * @property {Map<string, ReportedRequirement>} requirements
 * @property {Map<string, Map<string, Result>>} results by requirement and version
 * @property {Map<number, Exchange>} exchanges
 */

/** @type {ReportData | undefined} */
let known;

/**
 * The data block of the page. It is read when it is asked for first, so that a large one does not
 * keep the page from opening.
 *
 * @returns {ReportData}
 */
export function reportData() {
  known ??= readData(document.getElementById('evidence-data')?.textContent ?? '');
  return known;
}

/** @param {string} text */
function readData(text) {
  const all = /** @type {EvidenceData} */ (JSON.parse(text));
  /** @type {ReportData['results']} */
  const results = new Map();
  for (const result of all.results) {
    const own = results.get(result.requirement) ?? new Map();
    own.set(result.version, result);
    results.set(result.requirement, own);
  }
  return {
    all,
    requirements: new Map(all.requirements.map((each) => [each.id, each])),
    results,
    exchanges: new Map(all.exchanges.map((each) => [each.n, each])),
  };
}
