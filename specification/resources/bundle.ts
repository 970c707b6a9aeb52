import type { Source } from '../resource.js';

/** SPEC.md, "Bundle". */
export const bundle: Source = {
  forms: ['list', 'detail'],
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', since: '1.1' },
    project: { type: { one: 'project' } },
    name: { type: 'text' },
    owner: { type: { one: 'user' } },
    patches: { type: { many: 'patch' } },
    public: { type: 'boolean' },
    mbox: { type: 'url' },
  },
};
