import type { Source } from '../resource.js';

/** SPEC.md, "Errors": the body of 403 and 404. */
export const error: Source = {
  forms: ['detail'],
  fields: {
    detail: { type: 'text' },
  },
};
