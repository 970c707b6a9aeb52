import type { Source } from '../resource.js';

/** docs/api.md, "What the service does": the eight collections, each a URL. */
export const root: Source = {
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
