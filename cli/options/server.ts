import { EXPECTED } from '../../analysis/trial/result.js';
import { RELEASES, type Release } from '../../fixtures/reference/like/like-release.js';
import { grouped } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { oneOf, parseNames, parsePrefix, parseText } from '../parse/text.js';

/** Options of the reference instance, and for testing a client on it. */
export const SERVER = {
  ...grouped('Client', {
    command: {
      flag: '--command',
      value: 'COMMAND',
      environment: undefined,
      says: "shell command that runs the client on $CONFORMANCE_URL, in single quotes: 'git-pw --server $CONFORMANCE_URL …'",
      commands: ['try-client'],
      parse: parseText,
    },
    expect: {
      flag: '--expect',
      value: 'INSTANCE',
      default: 'sound',
      says: 'the instance on which the client works: sound, or one like a release (2.2, 3.2, main); its output is compared with the output on the others',
      commands: ['try-client'],
      parse: oneOf(EXPECTED),
    },
    jobs: {
      flag: '--jobs',
      value: 'N',
      otherwise: 'the number of processors',
      says: 'how many runs of the command at the same time, 1 to 64',
      commands: ['try-client'],
      parse: numberWithin({ least: 1, most: 64 }),
    },
  }),
  ...grouped('Server', {
    port: {
      flag: '--port',
      value: 'N',
      otherwise: 'a free port',
      says: 'port to listen on',
      commands: ['serve'],
      parse: numberWithin({ least: 0, most: 65_535 }),
    },
    prefix: {
      flag: '--prefix',
      value: 'PATH',
      says: 'path before /api, such as /patchwork',
      commands: ['serve'],
      parse: parsePrefix,
    },
    patches: {
      flag: '--patches',
      value: 'N',
      otherwise: '347',
      says: 'number of patches, 100 to 10000000; series, covers and events grow with the first 1500, the others are copies of one patch without a series',
      commands: ['serve'],
      parse: numberWithin({ least: 100, most: 10_000_000 }),
    },
    like: {
      flag: '--like',
      value: 'RELEASE',
      otherwise: 'as the specification says',
      says: 'answer like a deployed release in what clients notice (2.2, 3.2, kernel.org for 3.2 with the patch states of patchwork.kernel.org, or main for the development tree): versions, dates without Z, links, states; docs/releases.md has all that a release does',
      commands: ['serve'],
      parse: oneOf(Object.keys(RELEASES) as Release[]),
    },
    fault: {
      flag: '--fault',
      value: 'IDS',
      says: 'inject these faults into the reference instance, separated by commas; the subcommand faults lists them; repeatable',
      commands: ['demo', 'serve'],
      repeatable: true,
      parse: parseNames,
    },
    writeEnv: {
      flag: '--write-env',
      value: 'FILE',
      // What is written over is named by who starts the command, not by a file that lies there.
      environment: undefined,
      says: 'write the address and credentials to FILE, which a shell (set -a; . FILE) or a command as .env reads',
      commands: ['serve'],
      parse: parseText,
    },
  }),
};
