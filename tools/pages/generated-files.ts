import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLIENT_CONTRACTS, GROUPS, readProfiles } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { MEANINGS } from '../../harness/outcome.js';
import { withFigures } from '../proof/figures.js';
import { storedMatrix, storedRecords } from '../proof/matrix.js';
import { renderPage } from '../proof/page.js';
import { pathOfSet, renderSet, SUMS, unreleasedSets } from '../release/requirement-sets.js';
import { apiPage } from './api-page.js';
import { releaseRuns, starterBaselines } from './release-runs.js';
import { releasesPage } from './releases-page.js';
import { requirementPages } from './requirement-pages.js';

/**
 * The generated documentation, the starter baselines, and the unreleased sets of requirements: the text of
 * each by its path in the checkout. It is made from the code, tools/proof/matrix.json and the reports in
 * fixtures/releases.
 */
export function generatedFiles(root: URL): ReadonlyMap<string, string> {
  const contracts = CLIENT_CONTRACTS.groups;
  const runs = releaseRuns(new URL('fixtures/releases/', root));
  const proof = new URL('tools/proof/', root);
  const { baseline } = storedRecords(proof);
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const pages = requirementPages({ groups: GROUPS, contracts, faults: FAULTS });
  return new Map([
    ...[...pages].map(([name, text]) => [`docs/requirements/${name}`, text] as const),
    ['docs/api.md', apiPage()],
    ['docs/releases.md', releasesPage(runs, readProfiles())],
    ['docs/proof.md', renderPage(proof)],
    [
      'README.md',
      withFigures(
        withExitStatuses(read('README.md')),
        storedMatrix(proof),
        FAULTS,
        GROUPS,
        baseline,
      ),
    ],
    ...[...starterBaselines(runs)].map(
      ([name, text]) => [`fixtures/baselines/${name}.yaml`, text] as const,
    ),
    ...unreleasedSets(fileURLToPath(root), read(SUMS)).map(
      (name) => [pathOfSet(name), renderSet(GROUPS)] as const,
    ),
  ]);
}

const BEFORE = '<!-- exit statuses: npm run docs writes them -->\n';
const AFTER = '<!-- end of exit statuses -->\n';

/** The README with the table of the exit statuses, the first that applies first. */
function withExitStatuses(readme: string): string {
  const [head, rest = ''] = readme.split(BEFORE);
  const [, tail] = rest.split(AFTER);
  if (tail === undefined) throw new Error('README.md has no place for the exit statuses');
  const rows = MEANINGS.map(([status, means]) => `| ${status} | ${means} |\n`).join('');
  return `${head}${BEFORE}| exit status, the first that applies | meaning |\n| --- | --- |\n${rows}${AFTER}${tail}`;
}
