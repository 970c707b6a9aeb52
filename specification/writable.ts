import type { Field, ResourceName, Source, Writable, WriteAction, Writes } from './resource.js';
import { SOURCES } from './resources/index.js';
import { since, VERSIONS, type Version, WRITABLE_VERSIONS } from './versions.js';

/** A field that a body may hold. */
export interface WritableField {
  /** As a body names it; `settings.show_ids` is a member of `settings`. */
  readonly name: string;
  readonly value: Writable;
  /** The first version in which it can be written. */
  readonly since: Version;
  readonly on: readonly WriteAction[];
}

/** The writable fields of a resource, in the order of docs/api.md: by any write, in any version, unless given. */
export function writableFields(
  resource: ResourceName,
  action?: WriteAction,
  version?: Version,
): WritableField[] {
  const source = SOURCES[resource];
  return Object.entries(source.fields)
    .flatMap(([name, field]) => [
      ...writableField(source, name, [field]),
      ...membersOf(source, field).flatMap(([member, inner]) =>
        writableField(source, `${name}.${member}`, [field, inner]),
      ),
    ])
    .filter((field) => action === undefined || field.on.includes(action))
    .filter((field) => version === undefined || since(field.since).includes(version));
}

/** Who may write the objects of a resource, and how. Throws a RangeError where nobody may. */
export function writesOf(resource: ResourceName): Writes {
  const { writes } = SOURCES[resource];
  if (writes === undefined) throw new RangeError(`docs/api.md lets nobody write a ${resource}`);
  return writes;
}

/** The versions in which a resource can be written by an action. */
export function versionsOfWrites(resource: ResourceName, action: WriteAction): readonly Version[] {
  return VERSIONS.filter((version) => writableFields(resource, action, version).length > 0);
}

/**
 * The fields of a resource that no body changes. Addresses are left out, but for its own `url`: they
 * may be made of what is written, as the `mbox` of a bundle is of its name, and the `list_archive_url`
 * of a comment of the template of its project.
 */
export function fixedFields(resource: ResourceName): string[] {
  const written = new Set(writableFields(resource).map(({ name }) => outerOf(name)));
  return Object.entries(SOURCES[resource].fields)
    .filter(([name, { type }]) => name === 'url' || (type !== 'url' && !name.endsWith('_url')))
    .map(([name]) => name)
    .filter((name) => !written.has(name));
}

/** The key that a body has for a field: `settings` for `settings.show_ids`. */
export function outerOf(name: string): string {
  return name.split('.')[0] ?? name;
}

/** How the ids of requirements name a field: `show-ids` for `settings.show_ids`. */
export function fieldInIds(name: string): string {
  return (name.split('.').at(-1) ?? name).replaceAll('_', '-');
}

function membersOf({ parts = {} }: Source, { type }: Field): [string, Field][] {
  if (typeof type !== 'object' || !('part' in type)) return [];
  return Object.entries(parts[type.part] ?? {});
}

/** The field, if it can be written; `gates` are the field itself and the one that it stands in. */
function writableField(source: Source, name: string, gates: readonly Field[]): WritableField[] {
  const value = gates.at(-1)?.writable;
  if (value === undefined || source.writes === undefined) return [];
  const bounds = [...gates, value].map((each) => since(each.since ?? '1.0'));
  const first = WRITABLE_VERSIONS.find((each) => bounds.every((bound) => bound.includes(each)));
  if (first === undefined) return [];
  return [{ name, value, since: first, on: value.on ?? source.writes.on }];
}
