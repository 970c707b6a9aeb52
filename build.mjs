// Builds dist/ with the compiler of the checkout. `npm ci` runs it as `prepare`, also where the
// package is installed without its development tools; there the tarball brings dist/ with it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
// What does not compile is not there, so that nobody runs it by mistake.
if (status !== 0) process.exit(status ?? 1);
// What a page of HTML takes along is no TypeScript and goes as it is.
for (const folder of ['reporters/html/browser', 'reporters/html/styles']) {
  cpSync(here(folder), here(`dist/${folder}`), {
    recursive: true,
    filter: (path) => !path.endsWith('tsconfig.json'),
  });
}
keepPublicDeclarations();
await putTogether();

/**
 * Puts together in dist/parts what the command and its thread start with: Node takes half a millisecond
 * for each module that it loads, and they need three hundred. The packages among them stay packages. So
 * does what finds files by its own place, but for those files that are put together themselves. All
 * else in dist/ is as it was, for whoever imports a module of it.
 */
async function putTogether() {
  const { rolldown } = await import('rolldown');
  const dist = here('dist');
  const inputs = [
    ...['cli/main', 'library/index'],
    ...['suites/catalogue', 'suites/in-worker', 'harness/engine/in-thread'],
  ];
  const together = ['suites/entry.js', 'harness/engine/thread-file.js'];
  const findsFiles = readdirSync(dist, { recursive: true })
    .filter((path) => path.endsWith('.js') && !path.includes('browser') && !together.includes(path))
    .map((path) => join(dist, path))
    .filter((path) => readFileSync(path, 'utf8').includes('import.meta.url'));
  const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
  const packages = Object.keys(dependencies);
  const bundle = await rolldown({
    input: Object.fromEntries(inputs.map((path) => [basename(path), join(dist, `${path}.js`)])),
    platform: 'node',
    external: (id) =>
      packages.some((name) => `${id}/`.startsWith(`${name}/`)) || findsFiles.includes(id),
  });
  await bundle.write({
    dir: dist,
    entryFileNames: 'parts/[name].js',
    chunkFileNames: 'parts/part-[name].js',
    // Both threads keep the text of what they have loaded: comments and blanks are left out, names stay.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  writeFileSync(join(dist, 'cli', 'main.js'), "import '../parts/main.js';\n");
  writeFileSync(join(dist, 'library', 'index.js'), "export * from '../parts/index.js';\n");
}

/** Declarations are for those who import the package: what cannot be reached from there only weighs. */
function keepPublicDeclarations() {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g)) {
      visit(join(dirname(file), `${path}.d.ts`));
    }
  };
  visit(here('dist/library/index.d.ts'));
  for (const name of readdirSync(here('dist'), { recursive: true })) {
    const file = here(`dist/${name}`);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
