import type { Field, Fields, Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "Cover letter", and its embedded form in "Series" and "Events". */
export const cover: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', blank: true, since: '1.1' },
    project: { type: { one: 'project' }, blank: true, in: FULL },
    msgid: { type: 'text' },
    list_archive_url: { type: 'text', blank: true, since: '1.2' },
    date: { type: 'date' },
    // The subject of a mail, and a mail may have none.
    name: { type: 'text', blank: true },
    submitter: { type: { one: 'person' }, blank: true, in: FULL },
    // B-21 for the cover itself; B-20 for the embedded one, whose field names no version.
    mbox: { type: 'url', blank: true, since: '1.1', embedded: { since: '1.0', required: '1.1' } },
    series: { type: { many: 'series' }, blank: true, in: FULL },
    comments: { type: 'url', blank: true, since: '1.1', in: FULL },
    // B-16: "one rendering of an array of strings".
    headers: {
      type: 'headers',
      blank: true,
      in: ['detail'],
      also: { type: 'array of strings', until: '1.0' },
    },
    content: { type: 'text', blank: true, in: ['detail'] },
  },
};

// B-19: null until somebody has said yes or no.
const ADDRESSED: Field = { type: 'boolean', blank: true, since: '1.3' };

const SHARED: Fields = {
  web_url: { type: 'url', blank: true, since: '1.1' },
  msgid: { type: 'text' },
  list_archive_url: { type: 'text', blank: true, since: '1.2' },
  date: { type: 'date' },
  subject: { type: 'text', blank: true },
  submitter: { type: { one: 'person' }, blank: true },
  content: { type: 'text', blank: true },
  // B-16: "one rendering of an array of strings".
  headers: { type: 'headers', blank: true, also: { type: 'array of strings', until: '1.0' } },
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

/** docs/api.md, "Series", and its embedded form in "Cover letter" and "Events". */
export const series: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    // B-20: the table names no version, but "1.0: No `web_url`".
    web_url: { type: 'url', blank: true, since: '1.1' },
    // A series may have arrived before its project was known.
    project: { type: { one: 'project' }, blank: true, in: FULL },
    name: { type: 'text', blank: true },
    date: { type: 'date' },
    submitter: { type: { one: 'person' }, blank: true, in: FULL },
    version: { type: 'integer' },
    total: { type: 'integer', blank: true, in: FULL },
    received_total: { type: 'integer', blank: true, in: FULL },
    received_all: { type: 'boolean', in: FULL },
    mbox: { type: 'url', blank: true },
    // B-19: "a collection of patches with an optional cover letter".
    cover_letter: { type: { one: 'cover' }, blank: true, in: FULL },
    patches: { type: { many: 'patch' }, in: FULL },
  },
};
