import type { SeenField } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Said } from './answer.js';
import type { Basis } from './basis.js';
import { nearNames } from './near-names.js';

type FieldBasis = Extract<Basis, { by: 'field' }>;

/** What the field table says of a field: a client can rely on it only if every object has it. */
export function fieldAnswer(
  { resource, form, field }: FieldBasis,
  fields: readonly SeenField[],
  version: Version,
): Said {
  const rows = fields.filter(
    (each) => each.resource === resource && each.form === form && each.version === version,
  );
  const row = rows.find((each) => each.field === field);
  if (!rows.some(({ seen }) => seen !== 'unknown')) {
    return { state: 'untold', why: notMet(resource, form) };
  }
  if (row === undefined) {
    const names = [...new Set(fields.filter((each) => each.resource === resource).map(nameOf))];
    const near = nearNames(field, names);
    const hint = near.length === 0 ? '' : `; near it: ${near.join(', ')}`;
    return { state: 'broken', why: `it was not there, and the specification names none${hint}` };
  }
  switch (row.seen) {
    case 'always':
      if (row.declared) return { state: 'holds' };
      return { state: 'holds', why: 'it was seen; the specification does not have it here' };
    case 'sometimes':
      return { state: 'broken', why: 'not every object has it' };
    case 'never':
      if (row.declared) return { state: 'broken', why: 'no object has it' };
      return { state: 'absent', why: 'the specification does not have it in this version' };
    case 'unknown':
      return { state: 'untold', why: notMet(resource, form) };
  }
}

/** Where each form of a resource is shown. */
const PLACES: Readonly<Record<string, string>> = {
  list: 'in a list',
  detail: 'by itself',
  embedded: 'inside another object',
};

function notMet(resource: string, form: string): string {
  return `the run met no ${resource} ${PLACES[form] ?? `in the form ${form}`}`;
}

function nameOf({ field }: SeenField): string {
  return field;
}
