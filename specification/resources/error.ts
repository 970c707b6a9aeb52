import type { Source } from '../resource.js';

/** docs/api.md, "Errors": the body of 403 and 404. */
export const error: Source = {
  forms: ['detail'],
  fields: {
    detail: { type: 'text' },
  },
};
