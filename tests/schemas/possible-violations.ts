import {
  ALL_FORMS,
  ALL_TABLES,
  type Aspect,
  type Presence,
  presenceOf,
  type TableField,
} from '../../specification/tables.js';
import { VERSIONS } from '../../specification/versions.js';

/** One way in which one field can violate the schema. */
export interface PossibleViolation {
  readonly table: string;
  readonly field: string;
  readonly aspect: Aspect;
}

/**
 * Every (table, field, aspect) that a schema violation can have in any version. The field is empty for
 * a value that is no object, which only the forms of a resource can be: where something embedded is
 * no object, the violation belongs to the field around it.
 */
export function tables(): PossibleViolation[] {
  const ofValues = ALL_FORMS.map(
    ({ resource, form }): PossibleViolation => ({
      table: `${resource}.${form}`,
      field: '',
      aspect: 'type',
    }),
  );
  const ofFields = ALL_TABLES.flatMap((table) =>
    table.fields.flatMap((field) =>
      aspectsOf(field).map((aspect) => ({ table: table.name, field: field.name, aspect })),
    ),
  );
  return [...ofValues, ...ofFields];
}

function aspectsOf(field: TableField): Aspect[] {
  const aspects: Aspect[] = [];
  if (versionsWhere(field, 'required').length > 0) aspects.push('missing');
  if (versionsWhere(field, 'absent').length > 0) aspects.push('premature');
  if (versionsWhere(field, 'absent').length < VERSIONS.length) aspects.push('type');
  return aspects;
}

/** The versions that make that of a field. */
function versionsWhere(field: TableField, presence: Presence) {
  return VERSIONS.filter((version) => presenceOf(field, version) === presence);
}
