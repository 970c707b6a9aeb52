import type { Instance } from '../../harness/instance.js';
import { isObject } from '../../harness/place.js';
import type { SeenField } from '../../harness/report.js';
import type { VersionScan, WholeLists } from '../../harness/whole-lists.js';
import {
  ALL_FORMS,
  presenceOf,
  type Table,
  type TableField,
  tableNamed,
} from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { knownFormedOtherwise } from './lists/returned-twice.js';
import { knownSamples } from './objects/samples.js';

/** The limits for undeclared fields per table, and for the length of their names. */
const MOST_UNDECLARED = 100;
const LONGEST_NAME = 200;

/** How many objects of each table were seen, and how many of them have each field. */
export class FieldCounts {
  readonly #tables = new Map<string, { table: Table; objects: number; has: Map<string, number> }>();

  /** Counts an object; a table that is not documented as a form has no undeclared fields. */
  add({ table, value }: { table: Table; value: unknown }): void {
    if (!isObject(value)) return;
    const own = this.#tables.get(table.name) ?? { table, objects: 0, has: new Map() };
    this.#tables.set(table.name, own);
    own.objects += 1;
    const most = table.fields.length + MOST_UNDECLARED;
    for (const name of Object.keys(value)) {
      const before = own.has.get(name);
      const isKept = before !== undefined || (own.has.size < most && name.length <= LONGEST_NAME);
      if (isKept) own.has.set(name, (before ?? 0) + 1);
    }
  }

  /** How many of the objects of a table have a field. */
  howOften(table: string, field: string): SeenField['seen'] {
    const { objects = 0, has } = this.#tables.get(table) ?? {};
    if (objects === 0) return 'unknown';
    const times = has?.get(field) ?? 0;
    if (times === 0) return 'never';
    return times === objects ? 'always' : 'sometimes';
  }

  /** The fields of a table that docs/api.md does not name, sorted. */
  undeclared(table: string): string[] {
    const own = this.#tables.get(table);
    const known = new Set(own?.table.fields.map(({ name }) => name));
    return [...(own?.has.keys() ?? [])].filter((name) => !known.has(name)).sort();
  }
}

/** A scan of whole lists: its counts include the samples. */
interface CountingScan extends VersionScan {
  counts: FieldCounts;
}

/** The counts of some objects. */
export function countsOf(objects: readonly { table: Table; value: unknown }[]): FieldCounts {
  const counts = new FieldCounts();
  for (const object of objects) counts.add(object);
  return counts;
}

/**
 * The fields that an instance returned in a version: every field that docs/api.md names in any version, and every
 * other field seen, by resource and form; empty if no requirement collected samples. Sends no request.
 */
export async function knownFields(
  version: Version,
  instance: Instance,
  lists?: WholeLists,
): Promise<SeenField[]> {
  const samples = await knownSamples(version, instance);
  if (samples === undefined) return [];
  // A failed scan is reported by the requirements that needed it.
  const scan = await lists?.known<CountingScan>(version)?.catch(() => undefined);
  const counts = scan?.counts ?? countsOf(samples.objects);
  // Items in responses to filters, orders and pages, where a field may come and go for the same object.
  for (const { known, row } of await knownFormedOtherwise(version, instance)) {
    const { resource } = known.list;
    const isForm = ALL_FORMS.some((each) => each.resource === resource && each.form === 'list');
    if (isForm) counts.add({ table: tableNamed(`${resource}.list`), value: row.value });
  }
  return ALL_FORMS.flatMap(({ resource, form }) => {
    const table = tableNamed(`${resource}.${form}`);
    const named = table.fields.map((field) => ({ field: field.name, ...standing(field, version) }));
    const others = counts.undeclared(table.name).map((field) => ({ field, declared: false }));
    return [...named, ...others].map(({ field, ...declared }) => ({
      resource,
      form,
      field,
      version,
      ...declared,
      seen: counts.howOften(table.name, field),
    }));
  });
}

function standing(field: TableField, version: Version): Pick<SeenField, 'declared' | 'optional'> {
  const presence = presenceOf(field, version);
  return {
    declared: presence !== 'absent',
    optional: presence === 'optional' ? true : undefined,
  };
}
