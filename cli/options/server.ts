import { RELEASES, type Release } from '../../fixtures/reference/like/like-release.js';
import { all, last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { oneOf, parseNames, parsePrefix, parseText } from '../parse/text.js';
import { ON_SERVE } from './commands.js';

/** Options of the reference instance. */
export const SERVER = {
  port: {
    flag: '--port',
    value: 'N',
    environment: 'CONFORMANCE_PORT',
    otherwise: 'a free port',
    group: 'Server',
    says: 'port to listen on',
    commands: ON_SERVE,
    parse: last(numberWithin({ least: 0, most: 65_535 })),
  },
  prefix: {
    flag: '--prefix',
    value: 'PATH',
    environment: 'CONFORMANCE_PREFIX',
    group: 'Server',
    says: 'path before /api, such as /patchwork',
    commands: ON_SERVE,
    parse: last(parsePrefix),
  },
  patches: {
    flag: '--patches',
    value: 'N',
    environment: 'CONFORMANCE_PATCHES',
    otherwise: '347',
    group: 'Server',
    says: 'number of patches, 100 to 10000000; series, covers and events grow with the first 1500, the others are copies of one patch without a series',
    commands: ON_SERVE,
    parse: last(numberWithin({ least: 100, most: 10_000_000 })),
  },
  like: {
    flag: '--like',
    value: 'RELEASE',
    environment: 'CONFORMANCE_LIKE',
    otherwise: 'as the specification says',
    group: 'Server',
    says: 'answer like a deployed release in what clients notice (2.2, 3.2, kernel.org for 3.2 with the patch states of patchwork.kernel.org, or main for the development tree): versions, dates without Z, links, states; docs/releases.md has all that a release does',
    commands: ON_SERVE,
    parse: last(oneOf(Object.keys(RELEASES) as Release[])),
  },
  fault: {
    flag: '--fault',
    value: 'IDS',
    environment: 'CONFORMANCE_FAULT',
    group: 'Server',
    says: 'inject these faults into the reference instance, separated by commas; the subcommand faults lists them; repeatable',
    commands: ['demo', 'serve'],
    repeatable: true,
    parse: all(parseNames),
  },
  writeEnv: {
    flag: '--write-env',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_ENV',
    group: 'Server',
    says: 'write the address and credentials to FILE, which a shell (set -a; . FILE) or a command as .env reads',
    commands: ON_SERVE,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
