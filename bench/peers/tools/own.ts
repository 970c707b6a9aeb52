import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport } from '../../../harness/stored-report.js';
import { COMMAND, type Environment, measured } from '../../command.js';
import { verdicts } from '../../examination.js';
import { VERSION } from '../operations.js';
import { shapes } from '../shapes.js';
import type { Made, Setting, Tool } from '../tool.js';

/** The schema requirements only, with the one token of the other tools. */
export const OWN_FORMS: Tool = {
  name: 'this suite, schemas only',
  setUp: `\`--versions ${VERSION} --only\` the schema requirements, with the same single token`,
  run: (setting) => {
    const { url, token } = setting.target;
    const environment = { CONFORMANCE_BASE_URL: url, CONFORMANCE_USER_TOKEN: token };
    return testInstance(setting, environment, ['--only', shapes().join(',')]);
  },
};

/** All read-only requirements in the same version. */
export const OWN_READING: Tool = {
  name: 'this suite, read-only',
  setUp: `\`--versions ${VERSION}\`, with all credentials; it sends more requests than the 22 operations`,
  run: (setting) => {
    const environment = { ...setting.environment, CONFORMANCE_BASE_URL: setting.target.url };
    return testInstance(setting, environment, []);
  },
};

async function testInstance(
  { folder }: Setting,
  environment: Environment,
  options: readonly string[],
): Promise<Made> {
  const json = join(folder, 'run.json');
  const common = ['--versions', VERSION, '--seed', '1', '--report', json];
  const ended = await measured(COMMAND, [...common, ...options], environment);
  const report = parseReport(readFileSync(json, 'utf8'));
  const failing = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { checks: verdicts(report), failed: failing.map(({ requirement }) => requirement), ended };
}
