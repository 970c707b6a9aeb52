import { grouped, ON_CHECKING, ON_REQUESTING } from '../option.js';
import { parseBaseUrl } from '../parse/base-url.js';
import { numberWithin, parseSeconds } from '../parse/number.js';
import { parseHeaders, parseHeaderValue, parseSwitch, parseText } from '../parse/text.js';

/** Options that name the instance and how to reach it, and limit requests, time and size. */
export const INSTANCE = {
  ...grouped('Target', {
    live: {
      flag: '--live',
      environment: undefined,
      says: 'compare two instances: the operands are addresses as for --base-url, the older one first; a name and password in one (https://NAME:PASSWORD@…) are the credentials of the role user there',
      commands: ['compare'],
      parse: parseSwitch,
    },
    baseUrl: {
      flag: '--base-url',
      value: 'URL',
      says: 'address of the instance (https://HOST), or of its API or a project there; a name and password in it (https://NAME:PASSWORD@…) are the credentials of the role user',
      commands: ['run', 'doctor', 'restore'],
      parse: parseBaseUrl,
    },
    project: {
      flag: '--project',
      value: 'NAME',
      says: 'link name or id of the project of the role maintainer',
      saysFor: { compare: 'with --live: read the patches, series and so on of this project only' },
      commands: ['run', 'doctor', 'restore', 'compare'],
      parse: parseText,
    },
    otherProject: {
      flag: '--other-project',
      value: 'NAME',
      says: 'link name or id of a project that the role maintainer does not maintain: with --allow-writes it, and one comment of it, are sent the values that they show already, which must be refused',
      commands: ['run'],
      parse: parseText,
    },
    header: {
      flag: '--header',
      value: "'NAME: VALUE'",
      environment: 'CONFORMANCE_HEADERS',
      says: 'send this header with every request, for example for a gateway; repeatable (CONFORMANCE_HEADERS: one per line)',
      commands: ON_REQUESTING,
      secret: true,
      repeatable: true,
      parse: parseHeaders,
    },
    userAgent: {
      flag: '--user-agent',
      value: 'TEXT',
      says: 'send this User-Agent, for example with an address to contact; by default the name and version of the suite',
      commands: ON_REQUESTING,
      parse: parseHeaderValue,
    },
    ca: {
      flag: '--ca',
      value: 'FILE',
      says: 'also trust the CA certificates in this PEM file',
      commands: ON_REQUESTING,
      parse: parseText,
    },
  }),
  ...grouped('Pace', {
    concurrency: {
      flag: '--concurrency',
      value: 'N',
      default: '4',
      says: 'maximum number of concurrent requests, 1 to 64',
      commands: ['run', 'demo', 'doctor'],
      parse: numberWithin({ least: 1, most: 64 }),
    },
    rps: {
      flag: '--rps',
      value: 'N',
      default: '0',
      says: 'maximum number of requests per second; 0 is no limit',
      commands: ON_REQUESTING,
      parse: numberWithin({ least: 0, most: 1000, fractions: true }),
    },
    gentle: {
      flag: '--gentle',
      says: 'send one request per second, one at a time, whatever the other options say',
      commands: ON_REQUESTING,
      parse: parseSwitch,
    },
    timeout: {
      flag: '--timeout',
      value: 'SECONDS',
      default: '30',
      says: 'time limit for one request, including its whole response',
      saysFor: { 'try-client': 'time limit for one run of the command' },
      commands: [...ON_REQUESTING, 'try-client'],
      parse: parseSeconds,
    },
    maxDuration: {
      flag: '--max-duration',
      value: 'SECONDS',
      says: 'time limit for the whole run; results up to then are reported, and the exit status is 3, or 1 if a MUST fails so far',
      saysFor: {
        compare:
          'with --live: time limit for the whole comparison; what was compared up to then is reported, and the exit status is 1 or 3',
        'try-client':
          'time limit for the whole trial; what was tried up to then is reported, and the exit status is 1 or 3',
      },
      otherwiseFor: { 'try-client': '900' },
      commands: [...ON_CHECKING, 'try-client', 'compare'],
      parse: parseSeconds,
    },
    maxRequests: {
      flag: '--max-requests',
      value: 'N',
      says: 'maximum number of requests in the whole run, at least 25; results up to then are reported, and the exit status is 3, or 1 if a MUST fails so far',
      saysFor: {
        compare:
          'with --live: maximum number of requests to each instance, at least 25; what was compared up to then is reported, and the exit status is 1 or 3',
      },
      commands: [...ON_CHECKING, 'compare'],
      parse: numberWithin({ least: 25, most: 1_000_000_000 }),
    },
    maxBytes: {
      flag: '--max-bytes',
      value: 'N',
      default: '50000000',
      says: 'maximum size of a response body, in bytes',
      commands: ON_REQUESTING,
      parse: numberWithin({ least: 1, most: Number.MAX_SAFE_INTEGER }),
    },
  }),
};
