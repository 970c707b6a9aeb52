import type { Source } from '../resource.js';

/** docs/api.md, "Bundle". */
export const bundle: Source = {
  forms: ['list', 'detail'],
  writes: { by: 'user', on: ['create', 'update'] },
  fields: {
    id: { type: 'integer' },
    url: { type: 'url' },
    web_url: { type: 'url', since: '1.1' },
    project: { type: { one: 'project' } },
    name: { type: 'text', writable: { kind: 'name', most: 50 } },
    owner: { type: { one: 'user' } },
    // "On write: array of integer patch ids".
    patches: { type: { many: 'patch' }, writable: { kind: 'patch-ids' } },
    public: { type: 'boolean', writable: { kind: 'flag' } },
    mbox: { type: 'url' },
  },
};
