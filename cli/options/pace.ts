import { last, type Option } from '../option.js';
import { numberWithin, parseSeconds } from '../parse/number.js';
import { parseSwitch } from '../parse/text.js';
import { ON_CHECKING, ON_CLIENT, ON_REQUESTING, ON_SENDING } from './commands.js';

/** Limits on requests, time and size. */
export const PACE = {
  concurrency: {
    flag: '--concurrency',
    value: 'N',
    environment: 'CONFORMANCE_CONCURRENCY',
    default: '4',
    group: 'Pace',
    says: 'maximum number of concurrent requests, 1 to 64',
    commands: ON_SENDING,
    parse: last(numberWithin({ least: 1, most: 64 })),
  },
  rps: {
    flag: '--rps',
    value: 'N',
    environment: 'CONFORMANCE_RPS',
    default: '0',
    group: 'Pace',
    says: 'maximum number of requests per second; 0 is no limit',
    commands: ON_REQUESTING,
    parse: last(numberWithin({ least: 0, most: 1000, fractions: true })),
  },
  gentle: {
    flag: '--gentle',
    environment: 'CONFORMANCE_GENTLE',
    group: 'Pace',
    says: 'send one request per second, one at a time, instead of --rps and --concurrency',
    commands: ON_REQUESTING,
    parse: last(parseSwitch),
  },
  timeout: {
    flag: '--timeout',
    value: 'SECONDS',
    environment: 'CONFORMANCE_TIMEOUT',
    default: '30',
    group: 'Pace',
    says: 'time limit for one request, including its whole response',
    saysFor: { 'try-client': 'time limit for one run of the command' },
    commands: [...ON_REQUESTING, ...ON_CLIENT],
    parse: last(parseSeconds),
  },
  maxDuration: {
    flag: '--max-duration',
    value: 'SECONDS',
    environment: 'CONFORMANCE_MAX_DURATION',
    group: 'Pace',
    says: 'time limit for the whole run; results up to then are reported, and the exit status is 3',
    saysFor: {
      compare:
        'with --live: time limit for the whole comparison; what was compared up to then is reported, and the exit status is 1 or 3',
    },
    otherwiseFor: { 'try-client': '900' },
    commands: [...ON_CHECKING, ...ON_CLIENT, 'compare'],
    parse: last(parseSeconds),
  },
  maxRequests: {
    flag: '--max-requests',
    value: 'N',
    environment: 'CONFORMANCE_MAX_REQUESTS',
    group: 'Pace',
    says: 'maximum number of requests in the whole run; results up to then are reported, and the exit status is 3',
    saysFor: {
      compare:
        'with --live: maximum number of requests to each instance; what was compared up to then is reported, and the exit status is 1 or 3',
    },
    commands: [...ON_CHECKING, 'compare'],
    parse: last(numberWithin({ least: 25, most: 1_000_000_000 })),
  },
  maxBytes: {
    flag: '--max-bytes',
    value: 'N',
    environment: 'CONFORMANCE_MAX_BYTES',
    default: '50000000',
    group: 'Pace',
    says: 'maximum size of a response body, in bytes',
    commands: ON_REQUESTING,
    parse: last(numberWithin({ least: 1, most: Number.MAX_SAFE_INTEGER })),
  },
} satisfies Record<string, Option<unknown>>;
