import type { Instance } from '../../harness/instance.js';
import { isObject, type Seen } from '../../harness/place.js';
import type { SeenField } from '../../harness/report.js';
import { ALL_FORMS, presenceOf, type TableField, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import { knownSamples } from './collect-samples.js';
import { type Formed, knownForms } from './lists/returned-twice.js';
import type { Samples } from './samples.js';

/** The limits for undeclared fields per form, and for the length of their names. */
const MOST_UNDECLARED = 100;
const LONGEST_NAME = 200;

/** The fields of a version that a run has seen; empty if no requirement collected samples. */
export async function knownFields(version: Version, instance: Instance): Promise<SeenField[]> {
  const samples = await knownSamples(version, instance);
  // A failed request is reported by the requirement that sent it.
  const twice = await knownForms(version, instance)?.catch(() => []);
  return samples === undefined ? [] : seenFields(version, samples, twice);
}

/**
 * The fields that an instance returns in a version: every field that SPEC.md names in any version,
 * and every other field seen, by resource and form. `twice`: list items in other responses.
 */
export function seenFields(
  version: Version,
  { collected }: Samples,
  twice: readonly Formed[] = [],
): SeenField[] {
  return ALL_FORMS.flatMap(({ resource, form }) => {
    const table = tableNamed(`${resource}.${form}`);
    const again = twice.filter((each) => form === 'list' && each.resource === resource);
    const objects = [
      ...collected.filter((each) => each.table === table),
      ...again.map(({ row }) => row),
    ];
    const named = table.fields.map((field) => ({ field: field.name, ...standing(field, version) }));
    const known = new Set(named.map(({ field }) => field));
    const others = undeclaredIn(objects, known);
    const all = [...named, ...others.map((field) => ({ field, declared: false }))];
    return all.map(({ field, ...declared }) => ({
      resource,
      form,
      field,
      version,
      ...declared,
      seen: howOften(field, objects),
    }));
  });
}

/** The fields seen that SPEC.md does not name, by table. */
export function undeclaredFields({ collected }: Samples): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const table of new Set(collected.map((each) => each.table))) {
    const known = new Set(table.fields.map(({ name }) => name));
    const others = undeclaredIn(
      collected.filter((each) => each.table === table),
      known,
    );
    if (others.length > 0) found[table.name] = others;
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function standing(field: TableField, version: Version): Pick<SeenField, 'declared' | 'optional'> {
  const presence = presenceOf(field, version);
  return {
    declared: presence !== 'absent',
    ...(presence === 'optional' ? { optional: true } : {}),
  };
}

/**
 * The names of undeclared fields of objects, sorted; the first ones seen if there are very many.
 */
function undeclaredIn(objects: readonly Seen[], known: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const { value } of objects) {
    for (const name of isObject(value) ? Object.keys(value) : []) {
      if (names.size < MOST_UNDECLARED && name.length <= LONGEST_NAME && !known.has(name)) {
        names.add(name);
      }
    }
  }
  return [...names].sort();
}

/** How many of some objects have a field. */
export function howOften(field: string, objects: readonly Seen[]): SeenField['seen'] {
  if (objects.length === 0) return 'unknown';
  const times = objects.filter(
    ({ value }) => isObject(value) && Object.hasOwn(value, field),
  ).length;
  if (times === 0) return 'never';
  return times === objects.length ? 'always' : 'sometimes';
}
