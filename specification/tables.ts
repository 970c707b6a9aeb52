import {
  type Field,
  type FieldType,
  type Form,
  type OtherRendering,
  RESOURCES,
  type ResourceName,
} from './resource.js';
import { SOURCES } from './resources/index.js';
import { since, until, type Version } from './versions.js';

/** How a field violates the schema: it is missing, there before its version, or of another type. */
export type Aspect = 'missing' | 'premature' | 'type';

/** Whether a version demands a field, lets it be, or does not have it yet. */
export type Presence = 'required' | 'optional' | 'absent';

/** A field as one table has it: the gate of its form is settled. */
export interface TableField {
  readonly name: string;
  readonly type: FieldType;
  readonly blank: boolean;
  readonly since: Version;
  readonly required: Version | 'never';
  readonly also?: OtherRendering;
}

/** The fields that belong together: those of one form of a resource, or of one part of it. */
export interface Table {
  /** `cover.list`, `project.embedded`, `user.settings`, `event.payload.patch-created`, … */
  readonly name: string;
  readonly resource: ResourceName;
  readonly fields: readonly TableField[];
}

function settled(name: string, field: Field, form?: Form): TableField {
  const gate = (form === 'embedded' ? field.embedded : undefined) ?? field;
  const from = gate.since ?? '1.0';
  return {
    name,
    type: field.type,
    blank: field.blank ?? false,
    since: from,
    required: gate.required ?? from,
    also: field.also,
  };
}

function tablesOf(resource: ResourceName): Table[] {
  const { forms, fields, parts = {} } = SOURCES[resource];
  const ofForms = forms.map((form) => ({
    name: `${resource}.${form}`,
    resource,
    fields: Object.entries(fields)
      .filter(([, field]) => (field.in ?? forms).includes(form))
      .map(([name, field]) => settled(name, field, form)),
  }));
  const ofParts = Object.entries(parts).map(([part, fieldsOfPart]) => ({
    name: `${resource}.${part}`,
    resource,
    fields: Object.entries(fieldsOfPart).map(([name, field]) => settled(name, field)),
  }));
  return [...ofForms, ...ofParts];
}

const TABLES: ReadonlyMap<string, Table> = new Map(
  RESOURCES.flatMap(tablesOf).map((table) => [table.name, table]),
);

/** Every table, in the order of docs/api.md, "Resources and their fields". */
export const ALL_TABLES: readonly Table[] = [...TABLES.values()];

/** Every resource with each form that it has. */
export const ALL_FORMS: readonly { readonly resource: ResourceName; readonly form: Form }[] =
  RESOURCES.flatMap((resource) => SOURCES[resource].forms.map((form) => ({ resource, form })));

/** The table of that name. Throws a RangeError if there is none. */
export function tableNamed(name: string): Table {
  const table = TABLES.get(name);
  if (table === undefined) throw new RangeError(`docs/api.md has no table ${name}`);
  return table;
}

/** What a version makes of a field: a version gate has two sides (B-6). */
export function presenceOf(field: TableField, version: Version): Presence {
  if (!since(field.since).includes(version)) return 'absent';
  if (field.required === 'never' || !since(field.required).includes(version)) return 'optional';
  return 'required';
}

/** The second rendering of a field, if the version still has it (B-16, B-17). */
export function otherRenderingOf(field: TableField, version: Version): OtherRendering | undefined {
  return field.also && until(field.also.until).includes(version) ? field.also : undefined;
}
