import { last, type Option } from '../option.js';
import { numberWithin, parseSeconds } from '../parse/number.js';
import { ON_ASKING, ON_JUDGING, ON_PACED } from './commands.js';

/** How hard an instance is worked, and how long it is waited for. */
export const PACE = {
  concurrency: {
    flag: '--concurrency',
    value: 'N',
    environment: 'CONFORMANCE_CONCURRENCY',
    default: '4',
    group: 'Pace',
    says: 'requests under way at once, 1 to 64',
    commands: ON_PACED,
    parse: last(numberWithin({ least: 1, most: 64 })),
  },
  rps: {
    flag: '--rps',
    value: 'N',
    environment: 'CONFORMANCE_RPS',
    default: '0',
    group: 'Pace',
    says: 'requests a second at the most; 0 is no limit',
    commands: ON_ASKING,
    parse: last(numberWithin({ least: 0, most: 1000, fractions: true })),
  },
  timeout: {
    flag: '--timeout',
    value: 'SECONDS',
    environment: 'CONFORMANCE_TIMEOUT',
    default: '30',
    group: 'Pace',
    says: 'for one request, to the last byte of its answer',
    commands: ON_ASKING,
    parse: last(parseSeconds),
  },
  maxDuration: {
    flag: '--max-duration',
    value: 'SECONDS',
    environment: 'CONFORMANCE_MAX_DURATION',
    group: 'Pace',
    says: 'for the whole run; what is judged by then is reported, and the status is 3',
    commands: ON_JUDGING,
    parse: last(parseSeconds),
  },
  maxRequests: {
    flag: '--max-requests',
    value: 'N',
    environment: 'CONFORMANCE_MAX_REQUESTS',
    group: 'Pace',
    says: 'for the whole run; what is judged by then is reported, and the status is 3',
    commands: ON_JUDGING,
    parse: last(numberWithin({ least: 25, most: 1_000_000_000 })),
  },
  maxBytes: {
    flag: '--max-bytes',
    value: 'N',
    environment: 'CONFORMANCE_MAX_BYTES',
    default: '50000000',
    group: 'Pace',
    says: 'the longest body of an answer that is read',
    commands: ON_ASKING,
    parse: last(numberWithin({ least: 1, most: Number.MAX_SAFE_INTEGER })),
  },
} satisfies Record<string, Option<unknown>>;
