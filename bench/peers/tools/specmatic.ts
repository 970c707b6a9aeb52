import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended } from '../../command.js';
import type { Tool } from '../tool.js';

/** GNU time (Debian: `time`): Specmatic is a program of Java, and Node cannot say what it costs. */
const TIME = '/usr/bin/time';

/** On a busy machine a slow answer is no defect. */
const PATIENT = ['--timeout-in-ms', '60000'];

/** The npm package of Specmatic holds the program of Java; its wrapper would only be measured as well. */
export const SPECMATIC: Tool = {
  name: 'Specmatic',
  setUp:
    'its contract test of OpenAPI 3.0, the jar of the npm package run by Java 17, compiled quickly (`-XX:TieredStopAtLevel=1`)',
  async run({ folder, installed, target }) {
    if (!existsSync(TIME)) throw new Error(`Specmatic is measured by ${TIME} (Debian: time)`);
    const reports = join(folder, 'specmatic');
    const costs = join(folder, 'specmatic.time');
    const jar = join(installed, 'specmatic/specmatic.jar');
    const description = join(folder, 'openapi.json');
    const test = ['test', description, '--testBaseURL', target.url, '--junitReportDir', reports];
    const java = ['java', '-XX:TieredStopAtLevel=1', '-jar', jar, ...test, ...PATIENT];
    const timed = ['-f', '%U %S %M', '-o', costs, ...java];
    // It takes the value of a security scheme from the variable of that name.
    const ran = await ended(TIME, timed, { token: `Token ${target.token}` }, folder);
    const total = /Tests run: (\d+), Successes: \d+, Failures: \d+/.exec(ran.stdout)?.[1];
    if (total === undefined) throw new Error(`Specmatic came to no end: ${ran.stdout.slice(-500)}`);
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
