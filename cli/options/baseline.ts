import { last, type Option } from '../option.js';
import { parseText } from '../parse/text.js';
import { ON_HOLDING } from './commands.js';

/** What is known to fail. */
export const BASELINE = {
  baseline: {
    flag: '--baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_BASELINE',
    group: 'Baseline',
    says: 'expect exactly what FILE says: the exit status is 0 if it is so, and 1 if anything else fails, or if something in it is no longer so',
    commands: ON_HOLDING,
    parse: last(parseText),
  },
  writeBaseline: {
    flag: '--write-baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_BASELINE',
    group: 'Baseline',
    says: 'write what fails now to FILE, for --baseline, and keep the reasons, links and expiries that it holds; the exit status is that of the verdict all the same',
    commands: ON_HOLDING,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
