import { nearest } from '../../harness/nearest.js';
import type { SeenField } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Said } from './answer.js';
import type { Basis } from './basis.js';

type FieldBasis = Extract<Basis, { by: 'field' }>;

/** Evaluates a field by the field table: a client can rely on it only if every object has it. */
export function fieldAnswer(
  { resource, form, field }: FieldBasis,
  fields: readonly SeenField[],
  version: Version,
): Said & { isAbsent?: true } {
  const rows = fields.filter(
    (each) => each.resource === resource && each.form === form && each.version === version,
  );
  const row = rows.find((each) => each.field === field);
  if (!rows.some(({ seen }) => seen !== 'unknown')) {
    return { answer: 'unknown', why: notMet(resource, form) };
  }
  if (row === undefined) {
    const names = [...new Set(fields.filter((each) => each.resource === resource).map(nameOf))];
    const near = nearest(field, names);
    const hint = near.length === 0 ? '' : `; similar: ${near.join(', ')}`;
    return { answer: 'no', why: `missing, and not specified${hint}` };
  }
  switch (row.seen) {
    case 'always':
      if (row.declared) return { answer: 'yes' };
      return { answer: 'yes', why: 'present, but not specified here' };
    case 'sometimes':
      return { answer: 'no', why: 'missing in some objects' };
    case 'never':
      if (row.declared) return { answer: 'no', why: 'missing in all objects' };
      return { answer: 'no', isAbsent: true, why: 'not specified in this version' };
    case 'unknown':
      return { answer: 'unknown', why: notMet(resource, form) };
  }
}

/** Describes where a form occurs. */
const PLACES: Readonly<Record<string, string>> = {
  list: 'in a list',
  detail: 'on its own',
  embedded: 'inside another object',
};

function notMet(resource: string, form: string): string {
  return `no ${resource} found ${PLACES[form] ?? `in the form ${form}`}`;
}

function nameOf({ field }: SeenField): string {
  return field;
}
