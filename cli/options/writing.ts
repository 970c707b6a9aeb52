import { last, type Option } from '../option.js';
import { parseSwitch, parseText } from '../parse/text.js';
import { ON_RUN } from './commands.js';

/** Options for runs that write. */
export const WRITING = {
  allowWrites: {
    flag: '--allow-writes',
    environment: 'CONFORMANCE_ALLOW_WRITES',
    group: 'Writing',
    says: 'also run write tests, on new bundles, the given accounts, one patch, one comment and --project, then restore the data',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  hazardousInputs: {
    flag: '--hazardous-inputs',
    environment: 'CONFORMANCE_HAZARDOUS_INPUTS',
    group: 'Writing',
    says: 'also send values that are known to break instances: in queries and, with --allow-writes, in writes, where they break lists for all users; never use it in production',
    commands: ON_RUN,
    parse: last(parseSwitch),
  },
  journal: {
    flag: '--journal',
    value: 'FILE',
    environment: 'CONFORMANCE_JOURNAL',
    otherwise: 'a file in the temporary directory',
    group: 'Writing',
    says: 'save original values in FILE until they are restored; if the run is killed, the subcommand restore restores them',
    commands: ON_RUN,
    parse: last(parseText),
  },
  run: {
    flag: '--run',
    value: 'ID',
    environment: 'CONFORMANCE_RUN',
    group: 'Writing',
    says: 'without a journal: also remove the marker of this run, which was killed',
    commands: ['restore'],
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
