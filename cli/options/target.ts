import { all, last, type Option } from '../option.js';
import { parseBaseUrl } from '../parse/base-url.js';
import { parseHeaders, parseText } from '../parse/text.js';
import { ON_ASKING } from './commands.js';

/** Which instance is asked, and what is sent with every request. */
export const TARGET = {
  baseUrl: {
    flag: '--base-url',
    value: 'URL',
    environment: 'CONFORMANCE_BASE_URL',
    group: 'Target',
    says: 'address of the instance, up to what comes before /api; a name and a password in it (https://NAME:PASSWORD@…) sign in the role user',
    commands: ON_ASKING,
    parse: last(parseBaseUrl),
  },
  project: {
    flag: '--project',
    value: 'NAME',
    environment: 'CONFORMANCE_PROJECT',
    group: 'Target',
    says: 'link name or id of the project that the maintainer maintains',
    commands: ['run', 'doctor'],
    parse: last(parseText),
  },
  header: {
    flag: '--header',
    value: "'NAME: VALUE'",
    environment: 'CONFORMANCE_HEADERS',
    group: 'Target',
    says: 'send this header with every request, to pass a gate before the instance; repeatable (CONFORMANCE_HEADERS: one a line)',
    commands: ON_ASKING,
    secret: true,
    repeatable: true,
    parse: all(parseHeaders),
  },
  ca: {
    flag: '--ca',
    value: 'FILE',
    environment: 'CONFORMANCE_CA',
    group: 'Target',
    says: 'trust the certificates in this PEM file as well',
    commands: ON_ASKING,
    parse: last(parseText),
  },
} satisfies Record<string, Option<unknown>>;
