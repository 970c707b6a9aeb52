// Writes schemas/v1.0/ … schemas/v1.4/ from the sources: schemas, and an OpenAPI document each. Run it at the root of the checkout, where
// npm scripts run; a file that the sources no longer give is found by the tests, not deleted here.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './files.js';

for (const [path, text] of generatedFiles()) {
  const file = join('schemas', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
