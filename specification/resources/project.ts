import type { Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** SPEC.md, "Embedded project (in bundles, covers, series, events)" and "Project (full)". */
export const project: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    name: { type: 'text' },
    link_name: { type: 'text' },
    list_id: { type: 'text' },
    list_email: { type: 'email' },
    // Writable text that many projects leave blank.
    web_url: { type: 'url-by-hand', blank: true },
    scm_url: { type: 'url-by-hand', blank: true },
    webscm_url: { type: 'url-by-hand', blank: true },
    list_archive_url: { type: 'url-by-hand', blank: true, since: '1.2' },
    list_archive_url_format: { type: 'url-by-hand', blank: true, since: '1.2' },
    commit_url_format: { type: 'url-by-hand', blank: true, since: '1.2' },
    maintainers: { type: { many: 'user' }, in: FULL },
    // B-22: the table names no version; 1.0 is observed.
    subject_match: { type: 'text', blank: true, in: FULL, required: '1.1' },
  },
};
