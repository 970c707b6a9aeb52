import { last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseSwitch, parseText } from '../parse/text.js';
import { ON_JUDGING, ON_RUN } from './commands.js';

/** What a run may write, and where it keeps what was there before. */
export const WRITING = {
  allowWrites: {
    flag: '--allow-writes',
    environment: 'CONFORMANCE_ALLOW_WRITES',
    group: 'Writing',
    says: 'judge what writes as well, on bundles of its own, the own users, one patch, one comment and --project, and put everything back',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  hazardousInputs: {
    flag: '--hazardous-inputs',
    environment: 'CONFORMANCE_HAZARDOUS_INPUTS',
    group: 'Writing',
    says: 'write values, too, that instances have been known to choke on, for everybody; with --allow-writes only, and never in production',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  runs: {
    flag: '--runs',
    value: 'N',
    environment: 'CONFORMANCE_RUNS',
    default: '3',
    group: 'Writing',
    says: 'values that each round trip tries, 1 to 1000',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 1, most: 1000 })),
  },
  journal: {
    flag: '--journal',
    value: 'FILE',
    environment: 'CONFORMANCE_JOURNAL',
    otherwise: 'a file in the temporary folder',
    group: 'Writing',
    says: 'keep in FILE what was there before, until it is put back; conformance restore FILE does that after a kill',
    commands: ON_RUN,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
