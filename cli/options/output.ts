import { last, type Option } from '../option.js';
import { parseSwitch } from '../parse/text.js';
import { ON_ALL, ON_ANALYSIS, ON_CLIENT, ON_REPORTING, ON_SENDING } from './commands.js';

/** Options for terminal output. */
export const OUTPUT = {
  json: {
    flag: '--json',
    group: 'Output',
    says: 'print JSON',
    commands: ['list', 'faults'],
    parse: last(parseSwitch),
  },
  quiet: {
    flag: '--quiet',
    environment: 'CONFORMANCE_QUIET',
    group: 'Output',
    says: 'print the verdict only',
    commands: [...ON_REPORTING, ...ON_CLIENT],
    parse: last(parseSwitch),
  },
  verbose: {
    flag: '--verbose',
    environment: 'CONFORMANCE_VERBOSE',
    group: 'Output',
    says: 'print every requirement, every violation and all observations',
    saysFor: { 'try-client': 'print every reaction, with the answer that caused it' },
    commands: [...ON_REPORTING, ...ON_CLIENT],
    parse: last(parseSwitch),
  },
  noColor: {
    flag: '--no-color',
    environment: 'NO_COLOR',
    group: 'Output',
    says: 'disable colours (also NO_COLOR); FORCE_COLOR enables them',
    commands: [...ON_SENDING, 'report', ...ON_ANALYSIS],
    // https://no-color.org: any value that is not empty.
    parse: () => true,
  },
  debug: {
    flag: '--debug',
    environment: 'CONFORMANCE_DEBUG',
    group: 'Output',
    says: 'print a stack trace with an error',
    commands: ON_ALL,
    parse: last(parseSwitch),
  },
} satisfies Record<string, Option<unknown>>;
