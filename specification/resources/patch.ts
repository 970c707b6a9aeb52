import type { Source } from '../resource.js';

/** docs/api.md, "Patch (embedded summary form)", the only form that is specified. */
export const patch: Source = {
  forms: ['embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', since: '1.1' },
    msgid: { type: 'text' },
    list_archive_url: { type: 'text', blank: true, since: '1.2' },
    date: { type: 'date' },
    // The subject of a mail, and a mail may have none.
    name: { type: 'text', blank: true },
    mbox: { type: 'url' },
  },
};
