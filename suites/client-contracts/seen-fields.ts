import type { Instance } from '../../harness/instance.js';
import type { Seen } from '../../harness/place.js';
import type { SeenField } from '../../harness/report.js';
import type { WholeLists } from '../../harness/whole-lists.js';
import type { Version } from '../../specification/versions.js';
import { countsOf, knownFields } from '../support/objects/seen-fields.js';

/** The forms that the specification gives in no version, or in later versions only. */
const FORMS = [
  { resource: 'patch', form: 'list' },
  { resource: 'patch', form: 'detail' },
  { resource: 'check', form: 'list' },
  { resource: 'check', form: 'detail' },
] as const;

/** One of these forms. */
export type ClientForm = (typeof FORMS)[number];

/** Reads objects of a form in a version once, so that their fields are reported. */
export function readOnce(
  { resource, form }: ClientForm,
  version: Version,
  instance: Instance,
  read: () => Promise<Seen[]>,
): Promise<Seen[]> {
  return instance.onceInRun(keyOf({ resource, form } as ClientForm, version), read);
}

/**
 * The fields of a version that the run has seen, those of these forms included. Sends no request.
 */
export async function fieldsForClients(
  version: Version,
  instance: Instance,
  lists?: WholeLists,
): Promise<SeenField[]> {
  const specified = await knownFields(version, instance, lists);
  const isSeen = ({ resource, form }: Pick<SeenField, 'resource' | 'form'>) =>
    specified.some(
      (each) => each.resource === resource && each.form === form && each.seen !== 'unknown',
    );
  const own = await Promise.all(
    FORMS.filter((each) => !isSeen(each)).map((each) => seenIn(each, version, instance)),
  );
  const replaced = new Set(own.flat().map(({ resource, form }) => `${resource}.${form}`));
  const rest = specified.filter(({ resource, form }) => !replaced.has(`${resource}.${form}`));
  return [...rest, ...own.flat()];
}

async function seenIn(
  { resource, form }: ClientForm,
  version: Version,
  instance: Instance,
): Promise<SeenField[]> {
  const read = instance.known<Seen[]>(keyOf({ resource, form } as ClientForm, version));
  // A failed request is reported by the contract that sent it.
  const objects = (await read?.catch(() => [])) ?? [];
  const table = { name: `${resource}.${form}`, resource, fields: [] };
  const counts = countsOf(objects.map(({ value }) => ({ table, value })));
  return counts.undeclared(table.name).map((field) => {
    const seen = counts.howOften(table.name, field);
    return { resource, form, field, version, declared: false, seen };
  });
}

function keyOf({ resource, form }: ClientForm, version: Version): string {
  return `${resource}.${form} for clients in ${version}`;
}
