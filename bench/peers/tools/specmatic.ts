import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended } from '../../command.js';
import type { Tool } from '../tool.js';

/** GNU time (Debian: `time`) measures Specmatic, a Java program. */
const TIME = '/usr/bin/time';

/** The timeout, long enough for a busy machine. */
const PATIENT = ['--timeout-in-ms', '60000'];

/** Runs the jar of the npm package directly, without its wrapper. */
export const SPECMATIC: Tool = {
  name: 'Specmatic',
  setUp:
    'its contract test of OpenAPI 3.0; the jar of the npm package, run with Java 17 and `-XX:TieredStopAtLevel=1`',
  async run({ folder, installed, target }) {
    if (!existsSync(TIME)) throw new Error(`Specmatic is measured by ${TIME} (Debian: time)`);
    const reports = join(folder, 'specmatic');
    const costs = join(folder, 'specmatic.time');
    const jar = join(installed, 'specmatic/specmatic.jar');
    const description = join(folder, 'openapi.json');
    const test = ['test', description, '--testBaseURL', target.url, '--junitReportDir', reports];
    const java = ['java', '-XX:TieredStopAtLevel=1', '-jar', jar, ...test, ...PATIENT];
    const timed = ['-f', '%U %S %M', '-o', costs, ...java];
    // Specmatic reads the value of a security scheme from the variable of the same name.
    const ran = await ended(TIME, timed, { token: `Token ${target.token}` }, folder);
    const total = /Tests run: (\d+), Successes: \d+, Failures: \d+/.exec(ran.stdout)?.[1];
    if (total === undefined) throw new Error(`Specmatic did not finish: ${ran.stdout.slice(-500)}`);
    const failed = [...ran.stdout.matchAll(/^Scenario: (.*) has FAILED$/gm)].flatMap(
      (m) => m[1] ?? [],
    );
    const [user, system, kilobytes] = (readFileSync(costs, 'utf8').trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number);
    return {
      checks: Number(total),
      failed,
      ended: {
        ...ran,
        marks: {},
        cpuSeconds: (user ?? Number.NaN) + (system ?? Number.NaN),
        peakMb: (kilobytes ?? Number.NaN) / 1024,
      },
    };
  },
};
