import { last, type Option } from '../option.js';
import { parseText } from '../parse/text.js';
import { ON_BASELINE } from './commands.js';

/** Options for results that are expected to fail. */
export const BASELINE = {
  baseline: {
    flag: '--baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_BASELINE',
    group: 'Baseline',
    says: 'expect the failures listed in FILE: the exit status is 0 if exactly these occur, and 1 if anything else fails or an entry is stale; or the name of a starter baseline, such as patchwork-3.2, with the known failures of a release',
    commands: ON_BASELINE,
    parse: last(parseText),
  },
  writeBaseline: {
    flag: '--write-baseline',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_BASELINE',
    group: 'Baseline',
    says: 'write the current failures to FILE, for --baseline; reasons, links and expiry dates in FILE are preserved; the exit status is not affected',
    commands: ON_BASELINE,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
