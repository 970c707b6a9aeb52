import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../harness/place.js';
import { measured } from '../../command.js';
import type { Tool } from '../tool.js';

/** Respect checks status, media type and schema against the description. */
export const RESPECT: Tool = {
  name: 'Redocly Respect',
  setUp: 'an Arazzo workflow with one step per operation, with OpenAPI 3.0',
  async run({ folder, installed }) {
    const output = join(folder, 'respect.json');
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = ['respect', join(folder, 'reading.arazzo.json'), '-J', output];
    const ended = await measured(join(installed, '@redocly/cli/bin/cli.js'), args, quiet);
    const written: unknown = JSON.parse(readFileSync(output, 'utf8'));
    const checks = named('checks', written).flat().filter(isObject);
    const failed = named('executedSteps', written)
      .flat()
      .filter(isObject)
      .flatMap(({ stepId, checks: all }) =>
        [all]
          .flat()
          .filter(isObject)
          .filter(({ passed }) => passed !== true)
          .map(({ name }) => `${String(stepId)}: ${String(name)}`),
      );
    return { checks: checks.length, failed, ended };
  },
};

/** Every member with this name, at any depth. */
function named(name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => named(name, each));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === name ? [each] : []),
    ...named(name, each),
  ]);
}
