import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../harness/place.js';
import { measured } from '../../command.js';
import type { Tool } from '../tool.js';

/** Newman runs the tests of the collection. */
export const NEWMAN: Tool = {
  name: 'Newman',
  setUp: 'a collection with three tests per response: status, media type, JSON Schema',
  async run({ folder, installed }) {
    const export_ = join(folder, 'newman.json');
    const collection = join(folder, 'collection.json');
    const args = ['run', collection, '-r', 'json', '--reporter-json-export', export_];
    const ended = await measured(join(installed, 'newman/bin/newman.js'), args);
    const exported: unknown = JSON.parse(readFileSync(export_, 'utf8'));
    const run = isObject(exported) && isObject(exported.run) ? exported.run : {};
    const stats = isObject(run.stats) ? run.stats : {};
    const assertions = isObject(stats.assertions) ? stats.assertions : {};
    const failures = Array.isArray(run.failures) ? run.failures : [];
    return { checks: Number(assertions.total), failed: failures.map(nameOf), ended };
  },
};

function nameOf(failure: unknown): string {
  const error = isObject(failure) && isObject(failure.error) ? failure.error : {};
  return String(error.test ?? error.message);
}
