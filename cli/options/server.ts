import { all, last, type Option } from '../option.js';
import { numberWithin } from '../parse/number.js';
import { parseNames, parsePrefix, parseText } from '../parse/text.js';
import { ON_SERVE } from './commands.js';

/** Where the reference instance listens, and what is wrong with it. */
export const SERVER = {
  port: {
    flag: '--port',
    value: 'N',
    environment: 'CONFORMANCE_PORT',
    otherwise: 'any free one',
    group: 'Server',
    says: 'port to listen on',
    commands: ON_SERVE,
    parse: last(numberWithin({ least: 0, most: 65_535 })),
  },
  host: {
    flag: '--host',
    value: 'HOST',
    environment: 'CONFORMANCE_HOST',
    default: '127.0.0.1',
    group: 'Server',
    says: 'address to listen on; the passwords are public, so leave it at loopback',
    commands: ON_SERVE,
    parse: last(parseText),
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
    otherwise: 'the usual rows, 347 patches',
    group: 'Server',
    says: 'how many patches the instance has, up to ten million; all that comes with them grows along, its memory does not',
    commands: ON_SERVE,
    parse: last(numberWithin({ least: 100, most: 10_000_000 })),
  },
  fault: {
    flag: '--fault',
    value: 'IDS',
    environment: 'CONFORMANCE_FAULT',
    group: 'Server',
    says: 'give the reference instance these defects, as conformance faults lists them, with commas; repeatable',
    commands: ['demo', 'serve'],
    repeatable: true,
    parse: all(parseNames),
  },
  writeEnv: {
    flag: '--write-env',
    value: 'FILE',
    environment: 'CONFORMANCE_WRITE_ENV',
    group: 'Server',
    says: 'write what a run needs to FILE; then: set -a; . FILE; npx conformance',
    commands: ON_SERVE,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
