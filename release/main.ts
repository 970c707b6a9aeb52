import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GROUPS } from '../cli/catalogue.js';
import { dated, topEntry } from './changelog.js';
import { checks, checksOfTagged, idsNow, idsReleased } from './checks.js';
import { textOf } from './generated.js';
import { lastTag, ROOT, said } from './git.js';
import { packedFiles } from './packed.js';
import {
  checksumLine,
  pathOfSet,
  releasedSets,
  renderSet,
  SUMS,
  setOfVersion,
} from './requirement-sets.js';

// `npm run release`: checks the checkout, dates the changelog, freezes the requirements of a new major or minor
// version, commits and tags locally. With --dry-run it only prints what it would do. With --tagged it checks the
// commit of a release, before it is published.

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    tagged: { type: 'boolean', default: false },
  },
});

const all = values.tagged ? checksOfTagged() : checks();
for (const { says, problems } of all) {
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${says}`);
  for (const problem of problems) console.log(`    ${problem}`);
}
if (all.some(({ problems }) => problems.length > 0)) {
  console.log(values.tagged ? '\nNot to be published.' : '\nNot released.');
  process.exitCode = 1;
} else if (!values.tagged) {
  release();
}

function release(): void {
  const changelog = textOf('CHANGELOG.md');
  const { version, changes } = topEntry(changelog);
  const day = new Date().toISOString().slice(0, 10);
  const ids = idsNow();
  const before = new Set(idsReleased(textOf));
  const more = ids.filter((id) => !before.has(id)).length;
  const set = setOfVersion(version);
  const isFrozen = releasedSets(textOf(SUMS)).includes(set);
  const written = ['CHANGELOG.md', ...(isFrozen ? [] : [pathOfSet(set), SUMS])];
  console.log(`
version  ${version} (${day}), after ${lastTag(version) ?? 'no release'}
changes  ${changes}, and ${more} new ids of ${ids.length}
writes   ${written.join(', ')}
commits  Release ${version}
tags     v${version}
package  ${packedFiles().length} files`);
  if (values['dry-run']) {
    console.log('\nDry run: nothing was changed.');
    return;
  }
  writeFileSync(join(ROOT, 'CHANGELOG.md'), dated(changelog, day));
  if (!isFrozen) {
    const frozen = renderSet(GROUPS);
    writeFileSync(join(ROOT, pathOfSet(set)), frozen);
    appendFileSync(join(ROOT, SUMS), checksumLine(set, frozen));
  }
  said('git', 'add', ...written);
  said('git', 'commit', '--quiet', '--message', `Release ${version}`);
  said('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.log(`
v${version} is committed and tagged locally. To publish it:
  git push --follow-tags`);
}
