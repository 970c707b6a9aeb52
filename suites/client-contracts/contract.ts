import type { Api, Query } from '../../harness/api.js';
import type { CheckContext, Where } from '../../harness/check-context.js';
import type { Instance } from '../../harness/instance.js';
import { Memo } from '../../harness/memo.js';
import { at, isObject, type Seen, valueAt } from '../../harness/place.js';
import type { SeenField } from '../../harness/report.js';
import type { Declared } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { WholeLists } from '../../harness/whole-lists.js';
import { type Table, tableNamed } from '../../specification/tables.js';
import type { Version } from '../../specification/versions.js';
import type { KnownItems } from '../support/known-rows.js';
import { itemMismatches } from '../support/lists/prediction.js';
import { type ListQuery, parametersOf, sizeFor } from '../support/lists/query.js';
import { countsOf, knownFields } from '../support/seen-fields.js';

/**
 * What tells contracts apart that are checked in the same way. A contract is what clients rely on beyond the
 * specification (docs/verdicts.md B-44); its `spec` names the files of these clients that do.
 */
export type ContractFacts = Pick<
  Declared,
  'id' | 'says' | 'spec' | 'breaks' | 'versions' | 'consequence'
>;

/** Fields as a list in a sentence. */
export function named(fields: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(fields.map((field) => `\`${field}\``));
}

/**
 * The text of an object that a contract builds on. Without one the contract is inconclusive: that the field is
 * missing has a contract of its own.
 */
export function textOf(what: string, object: Seen, ...path: string[]): string {
  const value = valueAt(object, ...path);
  if (typeof value === 'string' && value !== '') return value;
  return inconclusive(
    `\`${path.join('.')}\` of a ${what} is not a text, so there is nothing to ask by`,
  );
}

/** Expects that each object has these fields; `what` is the name of one object: "patch". */
export function expectFields(
  { expect }: CheckContext,
  what: string,
  objects: readonly Seen[],
  fields: readonly string[],
): void {
  expect.each(objects, `no ${what} was returned`, (object) => {
    expect.all(fields, (name) => {
      const has = isObject(object.value) && Object.hasOwn(object.value, name);
      expect.that(has, at(object, name), `\`${name}\` of a ${what}`, 'the field');
    });
  });
}

/**
 * Requests a list and expects the items that the list model predicts; `sent` replaces parameters by others
 * with the same meaning.
 */
export async function expectItems(
  { expect }: CheckContext,
  known: KnownItems,
  { given = [], order, size = sizeFor(known) }: Partial<ListQuery>,
  api: Api,
  sent: Query = {},
): Promise<void> {
  const query = { given, order, size };
  const answer = await api.get(known.path, { query: { ...parametersOf(query), ...sent } });
  expect.none(itemMismatches(query, known, answer), 1);
}

/** The forms that the specification gives in no version, or in later versions only. */
const FORMS = [
  { resource: 'patch', form: 'list' },
  { resource: 'patch', form: 'detail' },
  { resource: 'check', form: 'list' },
  { resource: 'check', form: 'detail' },
] as const;

type ClientForm = (typeof FORMS)[number];

/** The objects inside patches and checks, by field. */
const EMBEDDED = {
  project: 'project.embedded',
  series: 'series.embedded',
  submitter: 'person.embedded',
  delegate: 'user.embedded',
  user: 'user.embedded',
};

const READ_FOR_CLIENTS = new Memo<Seen[]>();

/** Reads objects of a form in a version once, so that their fields are reported. */
export function readOnce(
  form: ClientForm,
  { api, instance }: Where,
  read: () => Promise<Seen[]>,
): Promise<Seen[]> {
  return instance.onceInRun(READ_FOR_CLIENTS, [form.resource, form.form, api.version], read);
}

/**
 * The fields of a version that the run has seen, those of these forms and of the objects inside them included. Sends
 * no request.
 */
export async function fieldsForClients(
  version: Version,
  instance: Instance,
  lists?: WholeLists,
): Promise<SeenField[]> {
  let fields = await knownFields(version, instance, lists);
  for (const form of FORMS) {
    const isOfForm = (each: SeenField) =>
      each.resource === form.resource && each.form === form.form;
    if (fields.some((each) => isOfForm(each) && each.seen !== 'unknown')) continue;
    // A failed request is reported by the contract that sent it.
    const of = [form.resource, form.form, version];
    const read = await instance.known(READ_FOR_CLIENTS, of)?.catch(() => []);
    const table = { ...form, name: 'for clients', fields: [] };
    const counts = countsOf((read ?? []).map(({ value }) => ({ table, value })));
    const inside = countsOf((read ?? []).flatMap(embeddedIn));
    fields = fields.map((each) => {
      const seen = inside.howOften(`${each.resource}.${each.form}`, each.field);
      const isSame = seen === 'unknown' || seen === each.seen;
      return isSame ? each : { ...each, seen: each.seen === 'unknown' ? seen : 'sometimes' };
    });
    const own = counts.undeclared(table.name).map((field): SeenField => {
      const seen = counts.howOften(table.name, field);
      return { ...form, field, version, declared: false, seen };
    });
    if (own.length > 0) fields = [...fields.filter((each) => !isOfForm(each)), ...own];
  }
  return fields;
}

function embeddedIn(object: Seen): { table: Table; value: unknown }[] {
  return Object.entries(EMBEDDED).flatMap(([field, name]) =>
    [valueAt(object, field)].flat().map((value) => ({ table: tableNamed(name), value })),
  );
}
