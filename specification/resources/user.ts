import type { Source } from '../resource.js';

/** SPEC.md, "User (embedded form)", and the `settings` that the detailed user adds. */
export const user: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    username: { type: 'text' },
    first_name: { type: 'text', blank: true },
    last_name: { type: 'text', blank: true },
    email: { type: 'email', blank: true },
    // B-14: required of the user that asks for itself only, which no schema can see.
    settings: { type: { part: 'settings' }, in: ['detail'], required: 'never' },
  },
  parts: {
    settings: {
      send_email: { type: 'boolean' },
      items_per_page: { type: 'integer' },
      show_ids: { type: 'boolean' },
    },
  },
};
