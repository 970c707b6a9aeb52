import { SCOPES } from '../../harness/settings.js';
import { parseVersions } from '../../specification/versions.js';
import { all, last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { oneOf, parseNames, parseSwitch, parseText } from '../parse/text.js';
import { parseSetName } from '../requirement-sets.js';
import { ON_CHECKING, ON_SELECTING, ON_VERSIONS } from './commands.js';

/** Options that select requirements and versions. */
export const SELECTION = {
  all: {
    flag: '--all',
    group: 'What to check',
    says: 'every client whose profile comes with this package',
    commands: ['client'],
    parse: last(parseSwitch),
  },
  versions: {
    flag: '--versions',
    value: 'LIST',
    environment: 'CONFORMANCE_VERSIONS',
    otherwise: 'all',
    group: 'What to check',
    says: 'versions of the API, such as 1.0,1.2..1.4',
    saysFor: {
      compare:
        'with one report: the versions to compare with each other, such as 1.1,1.3; with several reports, or --live: compare these versions only',
      'try-client':
        'versions in $CONFORMANCE_URL, such as 1.0,1.2..1.4; the command is run for each',
    },
    otherwiseFor: { 'try-client': 'the newest' },
    commands: ON_VERSIONS,
    parse: last(parseVersions),
  },
  only: {
    flag: '--only',
    value: 'NAMES',
    environment: 'CONFORMANCE_ONLY',
    group: 'What to check',
    says: 'check these only: ids, groups or patterns (page.*, *.fields*); repeatable',
    saysFor: {
      'try-client':
        'try these only: ids, patterns (link*), or the kinds variant, network, release, fault; repeatable',
    },
    commands: ON_SELECTING,
    repeatable: true,
    parse: all(parseNames),
  },
  skip: {
    flag: '--skip',
    value: 'NAMES',
    environment: 'CONFORMANCE_SKIP',
    group: 'What to check',
    says: 'do not check these; takes precedence over --only',
    saysFor: { 'try-client': 'do not try these; takes precedence over --only' },
    commands: ON_SELECTING,
    repeatable: true,
    parse: all(parseNames),
  },
  lastFailed: {
    flag: '--last-failed',
    value: 'RUN.json',
    environment: 'CONFORMANCE_LAST_FAILED',
    group: 'What to check',
    says: 'check only what failed or ended in an error in this report',
    commands: ON_CHECKING,
    parse: last(parseText),
  },
  requirements: {
    flag: '--requirements',
    value: 'SET',
    environment: 'CONFORMANCE_REQUIREMENTS',
    otherwise: 'all',
    group: 'What to check',
    says: 'use the requirements of this release, such as 1.0; requirements that were added later are reported, not scored (docs/gating-a-release.md)',
    saysFor: {
      doctor: 'look at what the requirements of this release need, such as 1.0',
    },
    commands: [...ON_CHECKING, 'doctor'],
    parse: last(parseSetName),
  },
  scope: {
    flag: '--scope',
    value: 'NAME',
    environment: 'CONFORMANCE_SCOPE',
    group: 'What to check',
    says: 'require this scope: reading, signed-in, writes or full (including hazardous inputs); each includes the previous ones; the exit status is 3 if credentials or a permission for it are missing',
    commands: ON_CHECKING,
    parse: last(oneOf(SCOPES)),
  },
  failOn: {
    flag: '--fail-on',
    value: 'VERDICT',
    environment: 'CONFORMANCE_FAIL_ON',
    otherwise: 'fail',
    group: 'What to check',
    says: 'exit with status 1 on fail (a MUST is violated), or also on warn (a SHOULD is violated)',
    commands: ON_CHECKING,
    parse: last(oneOf(['fail', 'warn'] as const)),
  },
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
  seed: {
    flag: '--seed',
    value: 'N',
    environment: 'CONFORMANCE_SEED',
    default: '0',
    group: 'What to check',
    says: 'seed for random choices, a whole number',
    commands: ON_CHECKING,
    parse: last(numberWithin({ least: 0, most: 2 ** 31 - 1 })),
  },
  thorough: {
    flag: '--thorough',
    value: 'N',
    environment: 'CONFORMANCE_THOROUGH',
    otherwise: 'one',
    group: 'What to check',
    says: 'number of random queries per list and version, 1 to 1000',
    commands: ON_CHECKING,
    parse: last(numberWithin({ least: 1, most: 1000 })),
  },
} satisfies Record<string, Option<unknown>>;
