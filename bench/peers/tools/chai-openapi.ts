import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../../harness/place.js';
import { measured } from '../../command.js';
import { projectFile } from '../../project.js';
import type { Tool } from '../tool.js';

const TESTS = fileURLToPath(projectFile('bench/peers/tools/satisfies-api-spec.mjs'));

/** What a developer writes who wants such tests in the own test suite: Mocha and a plugin of Chai. */
export const CHAI_OPENAPI: Tool = {
  name: 'chai-openapi-response-validator',
  setUp: 'in Mocha, with superagent: one `satisfyApiSpec` for each operation, against OpenAPI 3.0',
  async run({ folder, installed, target, addresses }) {
    // It has to stand where its imports are found.
    const tests = join(installed, '..', 'satisfies-api-spec.mjs');
    copyFileSync(TESTS, tests);
    const output = join(folder, 'mocha.json');
    // Without it an answer that takes two seconds on a busy machine fails.
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
