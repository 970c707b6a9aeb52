// Builds dist/ with the compiler of the checkout. `npm ci` runs it as `prepare`, also where the
// package is installed without its development tools; there the tarball brings dist/ with it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const compiler = here('node_modules/typescript/bin/tsc');

if (!existsSync(compiler)) {
  console.error('build: the TypeScript compiler is not installed; dist/ is left as it is');
  process.exit(0);
}
// Not before: npx in a clone runs this without any dependency, and would keep a clone whose build failed.
const { Ajv2020 } = await import('ajv/dist/2020.js');
const { default: standalone } = await import('ajv/dist/standalone/index.js');
const { default: addFormats } = await import('ajv-formats');
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
for (const folder of readdirSync(here('schemas')).filter((name) => /^v\d/.test(name))) {
  const schema = JSON.parse(readFileSync(here(`schemas/${folder}/schema.json`), 'utf8'));
  writeFileSync(here(`dist/schemas/${folder}.cjs`), validatorsOf(schema));
}
keepPublicDeclarations();

/**
 * The code of a validator for each table of a published schema. It is CommonJS, and requires small parts
 * of ajv and ajv-formats, so that both are dependencies of the package: https://ajv.js.org/standalone.html
 */
function validatorsOf(schema) {
  const ajv = new Ajv2020({
    schemas: [schema],
    code: { source: true },
    allErrors: true,
    // What a value inherits is none of its fields.
    ownProperties: true,
    allowUnionTypes: true,
    // A condition speaks of fields and leaves the type to the schema around it.
    strictTypes: false,
    messages: false,
    // A function a table, instead of a copy of it at each reference.
    inlineRefs: false,
  });
  addFormats(ajv, ['iso-date-time']);
  const tables = Object.keys(schema.$defs);
  return standalone.default(
    ajv,
    Object.fromEntries(tables.map((name) => [name, `${schema.$id}#/$defs/${name}`])),
  );
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
