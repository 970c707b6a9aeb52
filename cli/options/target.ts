import { all, last, type Option } from '../option.js';
import { parseBaseUrl } from '../parse/base-url.js';
import { parseHeaders, parseHeaderValue, parseSwitch, parseText } from '../parse/text.js';
import { ON_BASE_URL, ON_REQUESTING } from './commands.js';

/** Options that name the instance and how to reach it. */
export const TARGET = {
  live: {
    flag: '--live',
    group: 'Target',
    says: 'compare two instances: the operands are addresses as for --base-url, the older one first; a name and password in one (https://NAME:PASSWORD@…) are the credentials of the role user there',
    commands: ['compare'],
    parse: last(parseSwitch),
  },
  baseUrl: {
    flag: '--base-url',
    value: 'URL',
    environment: 'CONFORMANCE_BASE_URL',
    group: 'Target',
    says: 'address of the instance (https://HOST), or of its API or a project there; without a scheme, https is tried; a name and password in it (https://NAME:PASSWORD@…) are the credentials of the role user',
    commands: ON_BASE_URL,
    parse: last(parseBaseUrl),
  },
  project: {
    flag: '--project',
    value: 'NAME',
    environment: 'CONFORMANCE_PROJECT',
    group: 'Target',
    says: 'link name or id of the project of the role maintainer',
    saysFor: { compare: 'with --live: read the patches, series and so on of this project only' },
    commands: ['run', 'doctor', 'restore', 'compare'],
    parse: last(parseText),
  },
  header: {
    flag: '--header',
    value: "'NAME: VALUE'",
    environment: 'CONFORMANCE_HEADERS',
    group: 'Target',
    says: 'send this header with every request, for example for a gateway; repeatable (CONFORMANCE_HEADERS: one per line)',
    commands: ON_REQUESTING,
    secret: true,
    repeatable: true,
    parse: all(parseHeaders),
  },
  userAgent: {
    flag: '--user-agent',
    value: 'TEXT',
    environment: 'CONFORMANCE_USER_AGENT',
    group: 'Target',
    says: 'send this User-Agent, for example with an address to contact; by default the name and version of the suite',
    commands: ON_REQUESTING,
    parse: last(parseHeaderValue),
  },
  ca: {
    flag: '--ca',
    value: 'FILE',
    environment: 'CONFORMANCE_CA',
    group: 'Target',
    says: 'also trust the CA certificates in this PEM file',
    commands: ON_REQUESTING,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
