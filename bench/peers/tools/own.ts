import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport } from '../../../harness/stored-report.js';
import { COMMAND, type Environment, measured } from '../../command.js';
import { verdicts } from '../../examination.js';
import { VERSION } from '../operations.js';
import { shapes } from '../shapes.js';
import type { Made, Setting, Tool } from '../tool.js';

/** The forms alone, signed in with the one token that the other tools have. */
export const OWN_FORMS: Tool = {
  name: 'this suite, the forms only',
  setUp: `\`--versions ${VERSION} --only\` the forms, with the same one token`,
  run: (setting) => {
    const { url, token } = setting.target;
    const environment = { CONFORMANCE_BASE_URL: url, CONFORMANCE_USER_TOKEN: token };
    return examine(setting, environment, ['--only', shapes().join(',')]);
  },
};

/** The whole suite in the same version, as it is meant to be run, without writing. */
export const OWN_READING: Tool = {
  name: 'this suite, all that reads',
  setUp: `\`--versions ${VERSION}\`, with all its accounts; it asks for more than the 22 operations`,
  run: (setting) => {
    const environment = { ...setting.environment, CONFORMANCE_BASE_URL: setting.target.url };
    return examine(setting, environment, []);
  },
};

async function examine(
  { folder }: Setting,
  environment: Environment,
  options: readonly string[],
): Promise<Made> {
  const json = join(folder, 'run.json');
  const common = ['--versions', VERSION, '--seed', '1', '--report', json];
  const ended = await measured(COMMAND, [...common, ...options], environment);
  const report = parseReport(readFileSync(json, 'utf8'));
  const red = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { checks: verdicts(report), failed: red.map(({ requirement }) => requirement), ended };
}
