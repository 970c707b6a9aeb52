import type { Report, SeenField } from '../../harness/report.js';

/** What the shards came to know of the fields, version by version in the order of the instance. */
export function joinedFields(reports: readonly Report[]): SeenField[] {
  const joined = new Map<string, SeenField>();
  for (const field of reports.flatMap(({ fields }) => fields)) {
    const { resource, form, field: name, version } = field;
    const key = JSON.stringify([version, resource, form, name]);
    const known = joined.get(key);
    joined.set(key, known === undefined ? field : { ...known, seen: both(known.seen, field.seen) });
  }
  const versions = reports[0]?.target.versionsOffered ?? [];
  return versions.flatMap((version) =>
    [...joined.values()].filter((field) => field.version === version),
  );
}

/** Two shards that read the same rows have seen the same; where they have not, neither is right alone. */
function both(one: SeenField['seen'], other: SeenField['seen']): SeenField['seen'] {
  if (one === other || other === 'unknown') return one;
  return one === 'unknown' ? other : 'sometimes';
}
