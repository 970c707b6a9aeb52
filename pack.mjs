// What npm runs before and after it packs: `node pack.mjs begin`, `node pack.mjs end`. The package.json of the package
// has no scripts: they are for a checkout, what they start is not in the package, and npm warns about a `prepare`
// wherever the package is installed.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = here('package.json');
/** The package.json of the checkout, while there is another in its place. */
const kept = here('.package.json.kept');
const written = here('.package.json.packed');

/** How long npm may take to pack, and how often to look whether it has, in milliseconds. */
const MOST_MS = 30_000;
const OFTEN_MS = 50;

switch (process.argv[2]) {
  case 'begin': {
    const { status } = spawnSync(process.execPath, [here('build.mjs')], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
    putBack();
    const watching = fork(here('pack.mjs'), ['watch'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await once(watching, 'message');
    replace();
    watching.disconnect();
    watching.unref();
    break;
  }
  case 'end':
    putBack();
    break;
  // npm does not call again if it is interrupted: what ends it reaches this process as well, or leaves it behind.
  case 'watch':
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, putBack);
    process.send('watching');
    await once(process, 'disconnect');
    for (let waited = 0; existsSync(kept) && waited < MOST_MS; waited += OFTEN_MS) {
      await passed(OFTEN_MS);
    }
    putBack();
    break;
  default:
    throw new RangeError('expected begin, watch or end');
}

function replace() {
  const { scripts: _, ...packed } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(written, `${JSON.stringify(packed, null, 2)}\n`);
  copyFileSync(manifest, kept);
  // Whoever reads it meanwhile reads the one or the other.
  renameSync(written, manifest);
}

function putBack() {
  if (existsSync(kept)) renameSync(kept, manifest);
}
