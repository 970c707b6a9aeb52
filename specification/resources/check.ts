import type { Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** docs/api.md, "Check", and the six fields that "Events" shows of it in `check-created`. */
export const check: Source = {
  forms: ['list', 'detail', 'embedded'],
  writes: { by: 'maintainer', on: ['create'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    user: { type: { one: 'user' }, in: FULL },
    date: { type: 'date' },
    state: { type: 'text', writable: { kind: 'state' } },
    target_url: { type: 'url', blank: true, writable: { kind: 'url', most: 200, hazardous: 200 } },
    context: { type: 'text', writable: { kind: 'label' } },
    description: {
      type: 'text',
      blank: true,
      in: FULL,
      writable: { kind: 'text', most: 200, hazardous: 2000 },
    },
  },
};
