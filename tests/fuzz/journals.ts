/** The first line of a journal. */
export const HEAD = {
  entry: 'head',
  format: 'conformance-journal/1',
  run: 'abc',
  baseUrl: 'http://127.0.0.1:9',
  startedAt: '2026-01-02T03:04:05Z',
};

/** A journal with every kind of entry. */
export const SOUND_JOURNAL = [
  HEAD,
  {
    entry: 'target',
    users: { user: 3, maintainer: 5 },
    project: { id: 1, linkName: 'tideline' },
    patches: [7, 8],
    comment: { patch: 7, comment: 9 },
  },
  {
    entry: 'original',
    object: 'users/3',
    version: '1.3',
    role: 'user',
    values: { first_name: 'Ursula', 'settings.show_ids': true },
  },
  { entry: 'write', n: 3, object: 'users/3', values: { first_name: 'X' } },
  { entry: 'shown', object: 'users/3', values: { first_name: 'X' } },
  {
    entry: 'known',
    collection: 'bundles',
    version: '1.3',
    role: 'user',
    rows: [{ id: 1, values: { name: 'Mine', public: false, patches: [7] } }, { id: 2 }],
  },
  {
    entry: 'creating',
    n: 1,
    kind: 'bundle',
    collection: 'bundles',
    version: '1.3',
    role: 'user',
    values: { name: 'conformance-abc-1' },
  },
  { entry: 'created', n: 1, id: 12 },
  { entry: 'refused', n: 2 },
  { entry: 'stray', version: '1.3', object: 'users/3', shown: 'users/1' },
];

/** A journal: a line for each entry. */
export function linesOf(entries: unknown): string {
  const lines = Array.isArray(entries) ? entries : [entries];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
