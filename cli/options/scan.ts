import { last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseSwitch } from '../parse/text.js';
import { ON_CHECKING } from './commands.js';

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
} satisfies Record<string, Option<unknown>>;
