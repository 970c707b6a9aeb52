import type { Source } from '../resource.js';

/** docs/api.md, "Person", and its embedded form, the submitter. */
export const person: Source = {
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
