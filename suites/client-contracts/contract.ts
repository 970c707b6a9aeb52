import type { Api, Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { at, isObject, type Seen, valueAt } from '../../harness/place.js';
import { type Declared, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { KnownItems } from '../support/lists/list.js';
import { itemMismatches } from '../support/lists/prediction.js';
import { type ListQuery, parametersOf, sizeFor } from '../support/lists/query.js';

/** What clients rely on beyond the specification (docs/verdicts.md B-44). */
export interface Contract extends Omit<Declared, 'spec'> {
  /** The files of these clients that rely on it. */
  source: string;
}

/** What tells contracts apart that are checked in the same way. */
export type ContractFacts = Pick<
  Contract,
  'id' | 'says' | 'source' | 'breaks' | 'versions' | 'consequence'
>;

/** Declares a client contract. */
export function contract({ source, ...declared }: Contract): Requirement {
  return requirement({ ...declared, spec: source });
}

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
  expect.none(itemMismatches(query, known, answer));
}
