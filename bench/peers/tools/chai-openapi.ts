import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../harness/place.js';
import { measured } from '../../command.js';
import { projectFile } from '../../project.js';
import type { Tool } from '../tool.js';

const TESTS = fileURLToPath(projectFile('bench/peers/tools/satisfies-api-spec.mjs'));

/** Tests as a developer would write them, with Mocha and a plugin of Chai. */
export const CHAI_OPENAPI: Tool = {
  name: 'chai-openapi-response-validator',
  setUp: 'in Mocha, with superagent: one `satisfyApiSpec` per operation, with OpenAPI 3.0',
  async run({ folder, installed, target, addresses }) {
    // The file must be in a folder from which its imports resolve.
    const tests = join(installed, '..', 'satisfies-api-spec.mjs');
    copyFileSync(TESTS, tests);
    const output = join(folder, 'mocha.json');
    // The default of two seconds is too short on a busy machine.
    const patient = ['--timeout', '60000'];
    const args = [tests, ...patient, '--reporter', 'json', '--reporter-option', `output=${output}`];
    const ended = await measured(join(installed, 'mocha/bin/mocha.js'), args, {
      API_SPEC: join(folder, 'openapi.json'),
      API_URL: target.url,
      API_TOKEN: target.token,
      API_PATHS: JSON.stringify(addresses),
    });
    const written: unknown = JSON.parse(readFileSync(output, 'utf8'));
    const { stats, failures } = isObject(written) ? written : {};
    return {
      checks: Number(isObject(stats) ? stats.tests : undefined),
      failed: [failures]
        .flat()
        .filter(isObject)
        .map(({ title }) => String(title)),
      ended,
    };
  },
};
