import { last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseSwitch, parseText } from '../parse/text.js';
import { ON_JUDGING, ON_RUN } from './commands.js';

/** How much of the lists is judged, beyond their first rows. */
export const WALKING = {
  exhaustive: {
    flag: '--exhaustive',
    environment: 'CONFORMANCE_EXHAUSTIVE',
    group: 'What to judge',
    says: 'walk every page of every list, and judge every object',
    commands: ON_JUDGING,
    parse: last(parseSwitch),
  },
  sample: {
    flag: '--sample',
    value: 'N',
    environment: 'CONFORMANCE_SAMPLE',
    group: 'What to judge',
    says: 'judge N objects of each list, spread over all of it',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 1, most: 1_000_000_000 })),
  },
  resume: {
    flag: '--resume',
    value: 'FILE',
    environment: 'CONFORMANCE_RESUME',
    otherwise: 'a file in the temporary folder',
    group: 'What to judge',
    says: 'keep in FILE how far --exhaustive or --sample has come, and go on with what it keeps',
    commands: ON_RUN,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
