import type { Form, ResourceName, Source, Writable } from '../resource.js';
import { event } from './event.js';
import { cover, coverComment, patchComment, series } from './mails.js';
import { project } from './project.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "What the service does": the eight collections, each a URL. */
const root: Source = {
  forms: ['detail'],
  fields: {
    bundles: { type: 'url' },
    covers: { type: 'url' },
    events: { type: 'url' },
    patches: { type: 'url' },
    people: { type: 'url' },
    projects: { type: 'url' },
    users: { type: 'url' },
    series: { type: 'url' },
  },
};

/** docs/api.md, "Person", and its embedded form, the submitter. */
const person: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    name: { type: 'text', blank: true },
    email: { type: 'email', blank: true },
    // B-19: a person without an account has none.
    user: { type: { one: 'user' }, blank: true, in: ['list', 'detail'] },
  },
};

// Releases before 2021 keep no more than 30 characters of a first name.
const NAME: Writable = { kind: 'text', most: 30, hazardous: 150 };

/** docs/api.md, "User (embedded form)", and the `settings` that the detailed user adds. */
const user: Source = {
  forms: ['list', 'detail', 'embedded'],
  writes: { by: 'user', on: ['update'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    username: { type: 'text' },
    first_name: { type: 'text', blank: true, writable: NAME },
    last_name: { type: 'text', blank: true, writable: NAME },
    email: { type: 'email', blank: true },
    // B-14: required of the user that asks for itself only, which no schema can see.
    settings: { type: { part: 'settings' }, in: ['detail'], required: 'never' },
  },
  parts: {
    settings: {
      send_email: { type: 'boolean', writable: { kind: 'flag' } },
      items_per_page: {
        type: 'integer',
        blank: true,
        writable: { kind: 'number', from: 10, to: 100 },
      },
      show_ids: { type: 'boolean', writable: { kind: 'flag' } },
    },
  },
};

/** docs/api.md, "Patch (embedded summary form)", the only form that is specified. */
const patch: Source = {
  forms: ['embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', blank: true, since: '1.1' },
    msgid: { type: 'text' },
    list_archive_url: { type: 'text', blank: true, since: '1.2' },
    date: { type: 'date' },
    // The subject of a mail, and a mail may have none.
    name: { type: 'text', blank: true },
    mbox: { type: 'url', blank: true },
  },
};

/** docs/api.md, "Bundle". */
const bundle: Source = {
  forms: ['list', 'detail'],
  writes: { by: 'user', on: ['create', 'update'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', blank: true, since: '1.1' },
    project: { type: { one: 'project' }, blank: true },
    name: { type: 'text', writable: { kind: 'name', most: 50 } },
    owner: { type: { one: 'user' }, blank: true },
    // "On write: array of integer patch ids".
    patches: { type: { many: 'patch' }, writable: { kind: 'patch-ids' } },
    public: { type: 'boolean', writable: { kind: 'flag' } },
    mbox: { type: 'url', blank: true },
  },
};

/** docs/api.md, "Check", and the six fields that "Events" shows of it in `check-created`. */
const check: Source = {
  forms: ['list', 'detail', 'embedded'],
  writes: { by: 'maintainer', on: ['create'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    user: { type: { one: 'user' }, blank: true, in: FULL },
    date: { type: 'date' },
    state: { type: 'text', writable: { kind: 'state' } },
    target_url: { type: 'url', blank: true, writable: { kind: 'url', most: 200, hazardous: 200 } },
    context: { type: 'text', blank: true, writable: { kind: 'label' } },
    description: {
      type: 'text',
      blank: true,
      in: FULL,
      writable: { kind: 'text', most: 200, hazardous: 2000 },
    },
  },
};

/** docs/api.md, "Errors": the body of 403 and 404. */
const error: Source = {
  forms: ['detail'],
  fields: {
    detail: { type: 'text' },
  },
};

/** The source of every resource; a resource without one does not compile. */
export const SOURCES: Readonly<Record<ResourceName, Source>> = {
  root,
  project,
  user,
  person,
  patch,
  bundle,
  cover,
  'cover-comment': coverComment,
  'patch-comment': patchComment,
  series,
  check,
  event,
  error,
};
