import type { Where } from '../../harness/check-context.js';
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

type ClientForm = (typeof FORMS)[number];

/** Reads objects of a form in a version once, so that their fields are reported. */
export function readOnce(
  form: ClientForm,
  { api, instance }: Where,
  read: () => Promise<Seen[]>,
): Promise<Seen[]> {
  return instance.onceInRun(keyOf(form, api.version), read);
}

/**
 * The fields of a version that the run has seen, those of these forms included. Sends no request.
 */
export async function fieldsForClients(
  version: Version,
  instance: Instance,
  lists?: WholeLists,
): Promise<SeenField[]> {
  let fields = await knownFields(version, instance, lists);
  for (const form of FORMS) {
    const isOfForm = (each: SeenField) => keyOf(each, version) === keyOf(form, version);
    if (fields.some((each) => isOfForm(each) && each.seen !== 'unknown')) continue;
    // A failed request is reported by the contract that sent it.
    const read = await instance.known<Seen[]>(keyOf(form, version))?.catch(() => []);
    const table = { ...form, name: 'for clients', fields: [] };
    const counts = countsOf((read ?? []).map(({ value }) => ({ table, value })));
    const own = counts.undeclared(table.name).map((field): SeenField => {
      const seen = counts.howOften(table.name, field);
      return { ...form, field, version, declared: false, seen };
    });
    if (own.length > 0) fields = [...fields.filter((each) => !isOfForm(each)), ...own];
  }
  return fields;
}

function keyOf({ resource, form }: Pick<SeenField, 'resource' | 'form'>, version: Version): string {
  return `${resource}.${form} for clients in ${version}`;
}
