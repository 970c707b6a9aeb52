import { VERSIONS, type Version } from '../harness/version.js';
import type { Form, ResourceName } from './declaration.js';
import {
  ALL_FORMS,
  ALL_TABLES,
  type Presence,
  presenceOf,
  type TableField,
  tableNamed,
  versionsWhere,
} from './tables.js';
import { proseOfField } from './types.js';

export type { Presence } from './tables.js';

/** How a field departs: not there, there before its version, or not what it should be. */
export type Aspect = 'missing' | 'premature' | 'type';

/** What a version makes of one field. */
export interface FieldFact {
  readonly field: string;
  /** Its type in words. */
  readonly type: string;
  readonly presence: Presence;
}

/**
 * The fields that one form of a resource has in any version, and what the given version makes of
 * each; `absent` are those of later versions. Throws a RangeError if there is no such form.
 */
export function fieldsOf(version: Version, resource: ResourceName, form: Form): FieldFact[] {
  return tableNamed(`${resource}.${form}`).fields.map((field) => ({
    field: field.name,
    type: proseOfField(field, version),
    presence: presenceOf(field, version),
  }));
}

/** One way in which one field can depart. */
export interface Departable {
  readonly table: string;
  readonly field: string;
  readonly aspect: Aspect;
}

/**
 * Every (table, field, aspect) that `departures` can give in any version. The field is empty for a
 * value that is no object, which only the forms of a resource can be: where something embedded is
 * no object, it is the field around it that departs.
 */
export function tables(): Departable[] {
  const ofValues = ALL_FORMS.map(
    ({ resource, form }): Departable => ({
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
