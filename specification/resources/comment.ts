import type { Field, Fields, Source } from '../resource.js';

// B-19: null until somebody has said yes or no.
const ADDRESSED: Field = { type: 'boolean', blank: true, since: '1.3' };

const SHARED: Fields = {
  web_url: { type: 'url', since: '1.1' },
  msgid: { type: 'text' },
  list_archive_url: { type: 'text', blank: true, since: '1.2' },
  date: { type: 'date' },
  subject: { type: 'text', blank: true },
  submitter: { type: { one: 'person' } },
  content: { type: 'text', blank: true },
  // B-16: "one rendering of an array of strings".
  headers: { type: 'headers', also: { type: 'array of strings', until: '1.0' } },
};

/** docs/api.md, "Cover comment / patch comment", as met on covers. */
export const coverComment: Source = {
  forms: ['list', 'detail'],
  fields: {
    id: { type: 'integer' },
    // "patch comments, 1.3": of a cover comment nothing is said, so it may be there or not.
    url: { type: 'url', since: '1.3', required: 'never' },
    ...SHARED,
    addressed: ADDRESSED,
  },
};

/** docs/api.md, "Cover comment / patch comment", as met on patches. */
export const patchComment: Source = {
  forms: ['list', 'detail'],
  writes: { by: 'maintainer', on: ['update'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url', since: '1.3' },
    ...SHARED,
    // "1.3, writable on patch comments".
    addressed: { ...ADDRESSED, writable: { kind: 'flag' } },
  },
};
