import type { Source, Writable } from '../resource.js';

// Releases before 2021 keep no more than 30 characters of a first name.
const NAME: Writable = { kind: 'text', most: 30, hazardous: 150 };

/** docs/api.md, "User (embedded form)", and the `settings` that the detailed user adds. */
export const user: Source = {
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
      items_per_page: { type: 'integer', writable: { kind: 'number', from: 10, to: 100 } },
      show_ids: { type: 'boolean', writable: { kind: 'flag' } },
    },
  },
};
