import { SCOPES } from '../../harness/settings.js';
import { parseVersions } from '../../specification/versions.js';
import { grouped, ON_CHECKING } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { oneOf, parseNames, parseSwitch, parseText } from '../parse/text.js';
import { parseSetName } from '../shipped-files.js';

/** Options that select requirements and versions, and for runs that write. */
export const CHECKS = {
  ...grouped('What to check', {
    all: {
      flag: '--all',
      environment: undefined,
      says: 'every client whose profile comes with this package',
      commands: ['client'],
      parse: parseSwitch,
    },
    versions: {
      flag: '--versions',
      value: 'LIST',
      otherwise: 'all',
      says: 'versions of the API, such as 1.0,1.2..1.4',
      saysFor: {
        compare:
          'with one report: the versions to compare with each other, such as 1.1,1.3; with several reports, or --live: compare these versions only',
        'try-client':
          'versions in $CONFORMANCE_URL, such as 1.0,1.2..1.4; the command is run for each',
      },
      otherwiseFor: { 'try-client': '1.2, which every release since 2.2 offers' },
      commands: ['run', 'demo', 'list', 'compare', 'try-client'],
      parse: parseVersions,
    },
    only: {
      flag: '--only',
      value: 'NAMES',
      says: 'only these requirements: ids, groups or patterns (page.*, *.fields*); repeatable',
      saysFor: {
        'try-client':
          'try these only: ids, patterns (link*), or the kinds variant, network, release, fault; repeatable',
      },
      commands: ['run', 'demo', 'list', 'try-client'],
      repeatable: true,
      parse: parseNames,
    },
    skip: {
      flag: '--skip',
      value: 'NAMES',
      says: 'all but these requirements; takes precedence over --only',
      saysFor: { 'try-client': 'do not try these; takes precedence over --only' },
      commands: ['run', 'demo', 'list', 'try-client'],
      repeatable: true,
      parse: parseNames,
    },
    lastFailed: {
      flag: '--last-failed',
      value: 'RUN.json',
      says: 'check only what failed or ended in an error in this report',
      commands: ON_CHECKING,
      parse: parseText,
    },
    requirements: {
      flag: '--requirements',
      value: 'SET',
      otherwise: 'all',
      says: 'use the requirements of this release, such as 1.0; requirements that were added later are reported, not scored (docs/gating-a-release.md)',
      saysFor: {
        doctor: 'look at what the requirements of this release need, such as 1.0',
      },
      commands: [...ON_CHECKING, 'doctor'],
      parse: parseSetName,
    },
    scope: {
      flag: '--scope',
      value: 'NAME',
      says: 'require this scope: reading, signed-in, writes or full (including hazardous inputs); each includes the previous ones; the exit status is 3 if credentials or a permission for it are missing',
      commands: ON_CHECKING,
      parse: oneOf(SCOPES),
    },
    failOn: {
      flag: '--fail-on',
      value: 'VERDICT',
      otherwise: 'fail',
      says: 'exit with status 1 on fail (a MUST is violated), or also on warn (a SHOULD is violated)',
      commands: ON_CHECKING,
      parse: oneOf(['fail', 'warn'] as const),
    },
    exhaustive: {
      flag: '--exhaustive',
      says: 'check every object on every page of every list (exhaustive scan)',
      commands: ON_CHECKING,
      parse: parseSwitch,
    },
    sample: {
      flag: '--sample',
      value: 'N',
      says: 'check N objects of each list, spread over the whole list',
      commands: ON_CHECKING,
      parse: numberWithin({ least: 1, most: 1_000_000_000 }),
    },
    seed: {
      flag: '--seed',
      value: 'N',
      default: '0',
      says: 'seed for random choices, a whole number',
      commands: ON_CHECKING,
      parse: numberWithin({ least: 0, most: 2 ** 31 - 1 }),
    },
    thorough: {
      flag: '--thorough',
      value: 'N',
      otherwise: 'one',
      says: 'number of random queries per list and version, 1 to 1000',
      commands: ON_CHECKING,
      parse: numberWithin({ least: 1, most: 1000 }),
    },
  }),
  ...grouped('Writing', {
    allowWrites: {
      flag: '--allow-writes',
      says: 'also run write tests, on new bundles, the given accounts, one patch, one comment and --project, then restore the data',
      commands: ['run'],
      parse: parseSwitch,
    },
    hazardousInputs: {
      flag: '--hazardous-inputs',
      says: 'also send values that are known to break instances: in queries and, with --allow-writes, in writes, where they break lists for all users; never use it in production',
      commands: ['run'],
      parse: parseSwitch,
    },
    journal: {
      flag: '--journal',
      value: 'FILE',
      otherwise: 'a file in the temporary directory',
      says: 'save original values in FILE until they are restored; if the run is killed, the subcommand restore restores them',
      commands: ['run'],
      parse: parseText,
    },
    run: {
      flag: '--run',
      value: 'ID',
      says: 'without a journal: also remove the marker of this run, which was killed',
      commands: ['restore'],
      parse: parseText,
    },
    overwrite: {
      flag: '--overwrite',
      value: 'OBJECT',
      environment: undefined,
      says: 'put the old values of an object back (users/3) although another client has changed it; repeatable',
      commands: ['restore'],
      repeatable: true,
      parse: parseNames,
    },
    keep: {
      flag: '--keep',
      value: 'OBJECT',
      environment: undefined,
      says: 'leave an object as it is now, and count it as restored; repeatable',
      commands: ['restore'],
      repeatable: true,
      parse: parseNames,
    },
  }),
};
