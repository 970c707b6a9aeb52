import type { Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "Series", and its embedded form in "Cover letter" and "Events". */
export const series: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    // B-20: the table names no version, but "1.0: No `web_url`".
    web_url: { type: 'url', since: '1.1' },
    project: { type: { one: 'project' }, in: FULL },
    name: { type: 'text', blank: true },
    date: { type: 'date' },
    submitter: { type: { one: 'person' }, in: FULL },
    version: { type: 'integer' },
    total: { type: 'integer', in: FULL },
    received_total: { type: 'integer', in: FULL },
    received_all: { type: 'boolean', in: FULL },
    mbox: { type: 'url' },
    // B-19: "a collection of patches with an optional cover letter".
    cover_letter: { type: { one: 'cover' }, blank: true, in: FULL },
    patches: { type: { many: 'patch' }, in: FULL },
  },
};
