import { last, type Option } from '../option.js';
import { parseSwitch } from '../parse/text.js';
import { ON_ALL, ON_PACED, ON_SHOWING, ON_TELLING } from './commands.js';

/** What is shown of a run. */
export const OUTPUT = {
  json: {
    flag: '--json',
    environment: 'CONFORMANCE_JSON',
    group: 'Output',
    says: 'as JSON',
    commands: ['fields', 'list', 'faults'],
    parse: last(parseSwitch),
  },
  quiet: {
    flag: '--quiet',
    environment: 'CONFORMANCE_QUIET',
    group: 'Output',
    says: 'show the verdict only',
    commands: ON_SHOWING,
    parse: last(parseSwitch),
  },
  verbose: {
    flag: '--verbose',
    environment: 'CONFORMANCE_VERBOSE',
    group: 'Output',
    says: 'show every requirement, every violation and what was observed',
    commands: ON_SHOWING,
    parse: last(parseSwitch),
  },
  noColor: {
    flag: '--no-color',
    environment: 'NO_COLOR',
    group: 'Output',
    says: 'no colours (also NO_COLOR); FORCE_COLOR asks for them',
    commands: [...ON_PACED, 'report', 'merge', ...ON_TELLING],
    // https://no-color.org: any value that is not empty.
    parse: () => true,
  },
  debug: {
    flag: '--debug',
    environment: 'CONFORMANCE_DEBUG',
    group: 'Output',
    says: 'show where in the program an error came from',
    commands: ON_ALL,
    parse: last(parseSwitch),
  },
} satisfies Record<string, Option<unknown>>;
