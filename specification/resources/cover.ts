import type { Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "Cover letter", and its embedded form in "Series" and "Events". */
export const cover: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', since: '1.1' },
    project: { type: { one: 'project' }, in: FULL },
    msgid: { type: 'text' },
    list_archive_url: { type: 'text', blank: true, since: '1.2' },
    date: { type: 'date' },
    // The subject of a mail, and a mail may have none.
    name: { type: 'text', blank: true },
    submitter: { type: { one: 'person' }, in: FULL },
    // B-21 for the cover itself; B-20 for the embedded one, whose field names no version.
    mbox: { type: 'url', since: '1.1', embedded: { since: '1.0', required: '1.1' } },
    series: { type: { many: 'series' }, in: FULL },
    comments: { type: 'url', since: '1.1', in: FULL },
    // B-16: "one rendering of an array of strings".
    headers: {
      type: 'headers',
      in: ['detail'],
      also: { type: 'array of strings', until: '1.0' },
    },
    content: { type: 'text', blank: true, in: ['detail'] },
  },
};
