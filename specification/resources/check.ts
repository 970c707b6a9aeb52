import type { Form, Source } from '../resource.js';

const FULL: readonly Form[] = ['list', 'detail'];

/** SPEC.md, "Check", and the six fields that "Events" shows of it in `check-created`. */
export const check: Source = {
  forms: ['list', 'detail', 'embedded'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    user: { type: { one: 'user' }, in: FULL },
    date: { type: 'date' },
    state: { type: 'text' },
    target_url: { type: 'url', blank: true },
    context: { type: 'text' },
    description: { type: 'text', blank: true, in: FULL },
  },
};
