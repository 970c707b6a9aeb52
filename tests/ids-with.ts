import type { Result } from '../harness/report.js';

/** The ids of the requirements with one of these verdicts in any version, each once. */
export function idsWith(results: readonly Result[], ...verdicts: Result['verdict'][]): string[] {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  return [...new Set(found.map(({ requirement }) => requirement))].sort();
}
