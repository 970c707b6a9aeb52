import type { Report } from '../../harness/report.js';
import { groupedBy } from './grouped-by.js';
import { versionRange } from './version-range.js';

/**
 * The requirements that hold, client contracts among them, but did not when they were first checked: a line
 * each, with what was seen then.
 */
export function unsteadyLines({ results, extensions = [] }: Report): string[] {
  const all = [...results, ...extensions.flatMap((extension) => extension.results)];
  const unsteady = all.filter((result) => result.unsteady !== undefined);
  return groupedBy(unsteady, ({ requirement }) => requirement).map((group) => {
    const where = versionRange(group.map(({ version }) => version));
    return `${group[0].requirement} in ${where}: ${group[0].unsteady}`;
  });
}
