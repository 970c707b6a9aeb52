import type { Form, Source, Writable } from '../resource.js';

// A longer address than releases keep by default is cut, or refused.
const URL_VALUE: Writable = { kind: 'url', most: 200, hazardous: 2000 };

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "Embedded project (in bundles, covers, series, events)" and "Project (full)". */
export const project: Source = {
  forms: ['list', 'detail', 'embedded'],
  writes: { by: 'maintainer', on: ['update'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    name: { type: 'text' },
    link_name: { type: 'text' },
    list_id: { type: 'text' },
    list_email: { type: 'email', blank: true },
    // Many projects leave these blank.
    web_url: { type: 'url-by-hand', blank: true, writable: URL_VALUE },
    scm_url: { type: 'url-by-hand', blank: true, writable: URL_VALUE },
    webscm_url: { type: 'url-by-hand', blank: true, writable: URL_VALUE },
    list_archive_url: { type: 'url-by-hand', blank: true, since: '1.2', writable: URL_VALUE },
    list_archive_url_format: {
      type: 'url-by-hand',
      blank: true,
      since: '1.2',
      writable: { kind: 'url-template' },
    },
    commit_url_format: {
      type: 'url-by-hand',
      blank: true,
      since: '1.2',
      writable: { kind: 'url-template' },
    },
    maintainers: { type: { many: 'user' }, blank: true, in: FULL },
    // B-22: the table names no version; 1.0 is observed.
    subject_match: { type: 'text', blank: true, in: FULL, required: '1.1' },
  },
};
