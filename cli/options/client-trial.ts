import { EXPECTED } from '../../analysis/trial/result.js';
import { last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { oneOf, parseText } from '../parse/text.js';
import { ON_CLIENT } from './commands.js';

/** Options for testing a client. */
export const CLIENT_TRIAL = {
  command: {
    flag: '--command',
    value: 'COMMAND',
    group: 'Client',
    says: "shell command that runs the client on $CONFORMANCE_URL, in single quotes: 'git-pw --server $CONFORMANCE_URL …'",
    commands: ON_CLIENT,
    parse: last(parseText),
  },
  expect: {
    flag: '--expect',
    value: 'INSTANCE',
    environment: 'CONFORMANCE_EXPECT',
    default: 'sound',
    group: 'Client',
    says: 'the instance on which the client works: sound, or one like a release (2.2, 3.2, main); its output is compared with the output on the others',
    commands: ON_CLIENT,
    parse: last(oneOf(EXPECTED)),
  },
  jobs: {
    flag: '--jobs',
    value: 'N',
    environment: 'CONFORMANCE_JOBS',
    otherwise: 'the number of processors',
    group: 'Client',
    says: 'how many runs of the command at the same time, 1 to 64',
    commands: ON_CLIENT,
    parse: last(numberWithin({ least: 1, most: 64 })),
  },
} satisfies Record<string, Option<unknown>>;
