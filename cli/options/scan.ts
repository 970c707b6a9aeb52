import { last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseSwitch, parseText } from '../parse/text.js';
import { ON_CHECKING, ON_RUN } from './commands.js';

/** Options that check more than the first items of each list. */
export const SCAN = {
  exhaustive: {
    flag: '--exhaustive',
    environment: 'CONFORMANCE_EXHAUSTIVE',
    group: 'What to check',
    says: 'check every object on every page of every list (exhaustive scan)',
    commands: ON_CHECKING,
    parse: last(parseSwitch),
  },
  sample: {
    flag: '--sample',
    value: 'N',
    environment: 'CONFORMANCE_SAMPLE',
    group: 'What to check',
    says: 'check N objects of each list, spread over the whole list',
    commands: ON_CHECKING,
    parse: last(numberWithin({ least: 1, most: 1_000_000_000 })),
  },
  resume: {
    flag: '--resume',
    value: 'FILE',
    environment: 'CONFORMANCE_RESUME',
    otherwise: 'a file in the temporary directory',
    group: 'What to check',
    says: 'save the progress of --exhaustive or --sample in FILE, and resume from it',
    commands: ON_RUN,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
