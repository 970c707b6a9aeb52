import { SCOPES } from '../../harness/settings.js';
import { parseVersions } from '../../specification/versions.js';
import { all, last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseShard } from '../parse/shard.js';
import { oneOf, parseFiles, parseNames, parseText } from '../parse/text.js';
import { ON_CHOOSING, ON_JUDGING, ON_REQUIREMENTS, ON_RUN, ON_VERSIONS } from './commands.js';

/** What is judged, in which versions. */
export const CHOOSING = {
  versions: {
    flag: '--versions',
    value: 'LIST',
    environment: 'CONFORMANCE_VERSIONS',
    otherwise: 'all',
    group: 'What to judge',
    says: 'versions of the API, such as 1.0,1.2..1.4',
    saysFor: {
      compare:
        'of one report, the versions to compare with each other, such as 1.1,1.3; of several reports, the only ones to compare',
    },
    commands: ON_VERSIONS,
    parse: last(parseVersions),
  },
  only: {
    flag: '--only',
    value: 'NAMES',
    environment: 'CONFORMANCE_ONLY',
    group: 'What to judge',
    says: 'only these: ids, chapters or patterns (page.*, *.fields*); repeatable',
    commands: ON_CHOOSING,
    repeatable: true,
    parse: all(parseNames),
  },
  skip: {
    flag: '--skip',
    value: 'NAMES',
    environment: 'CONFORMANCE_SKIP',
    group: 'What to judge',
    says: 'not these; wins over --only',
    commands: ON_CHOOSING,
    repeatable: true,
    parse: all(parseNames),
  },
  lastFailed: {
    flag: '--last-failed',
    value: 'RUN.json',
    environment: 'CONFORMANCE_LAST_FAILED',
    group: 'What to judge',
    says: 'only what failed or ended in an error in this report',
    commands: ON_JUDGING,
    parse: last(parseText),
  },
  scope: {
    flag: '--scope',
    value: 'NAME',
    environment: 'CONFORMANCE_SCOPE',
    group: 'What to judge',
    says: 'what has to be checked: reading, signed-in, writes or full (hazardous inputs, too), each with those before it; the exit status is 3 if credentials or a permission for it are missing',
    commands: ON_JUDGING,
    parse: last(oneOf(SCOPES)),
  },
  failOn: {
    flag: '--fail-on',
    value: 'VERDICT',
    environment: 'CONFORMANCE_FAIL_ON',
    otherwise: 'fail',
    group: 'What to judge',
    says: 'from which verdict on the exit status is 1: fail (a MUST is violated) or warn (a SHOULD is)',
    commands: ON_JUDGING,
    parse: last(oneOf(['fail', 'warn'] as const)),
  },
  suite: {
    flag: '--suite',
    value: 'FILE',
    environment: 'CONFORMANCE_SUITE',
    group: 'What to judge',
    says: 'judge the requirements of this module, too, beside those of the specification; repeatable (CONFORMANCE_SUITE: one a line)',
    saysFor: {
      doctor:
        'look for what the requirements of this module need, too; repeatable (CONFORMANCE_SUITE: one a line)',
      explain:
        'know the requirements of this module, too; repeatable (CONFORMANCE_SUITE: one a line)',
    },
    commands: ON_REQUIREMENTS,
    repeatable: true,
    parse: all(parseFiles),
  },
  shard: {
    flag: '--shard',
    value: 'I/N',
    environment: 'CONFORMANCE_SHARD',
    group: 'What to judge',
    says: 'only part I of N, about as many requests each; conformance merge joins the reports (docs/shards.md)',
    commands: ON_RUN,
    parse: last(parseShard),
  },
  seed: {
    flag: '--seed',
    value: 'N',
    environment: 'CONFORMANCE_SEED',
    default: '0',
    group: 'What to judge',
    says: 'whole number that fixes the choices made at random; another one makes others',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 0, most: 2 ** 31 - 1 })),
  },
  thorough: {
    flag: '--thorough',
    value: 'N',
    environment: 'CONFORMANCE_THOROUGH',
    otherwise: 'as many as fit into 150 requests for each version',
    group: 'What to judge',
    says: 'ask each list N queries made at random in each version, 1 to 1000',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 1, most: 1000 })),
  },
} satisfies Record<string, Option<unknown>>;
