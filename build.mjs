// Builds dist/ with the compiler of the checkout. `npm ci` runs it as `prepare`, also where the
// package is installed without its development tools; there the tarball brings dist/ with it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = here('node_modules/typescript/bin/tsc');

if (!existsSync(compiler)) {
  console.error('build: the TypeScript compiler is not installed; dist/ is left as it is');
  process.exit(0);
}
// The compiler never removes what it no longer makes.
rmSync(here('dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', here('tsconfig.build.json')], {
  stdio: 'inherit',
});
// What a page of HTML takes along is no TypeScript and goes as it is.
for (const folder of ['reporters/html/browser', 'reporters/html/styles']) {
  cpSync(here(folder), here(`dist/${folder}`), {
    recursive: true,
    filter: (path) => !path.endsWith('tsconfig.json'),
  });
}
process.exit(status ?? 1);
