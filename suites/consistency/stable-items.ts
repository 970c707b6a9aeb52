import type { Where } from '../../harness/check-context.js';
import { unlike } from '../../harness/expect.js';
import type { Instance } from '../../harness/instance.js';
import { isObject, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { CollectedResource } from '../../specification/endpoints.js';
import { ALL, type Version } from '../../specification/versions.js';
import { everyAlone } from '../filters/alone.js';
import { idOf, type Known, knownOf, rowsOf } from '../lists/list.js';
import { requestedOrders } from '../order/requested-orders.js';
import { pagedLists } from '../paging/lists.js';
import { canonical, sameValue, withoutEmails } from './comparison.js';

const NOTHING_TWICE = 'no item was returned by two requests of the same list';
const SPEC = 'Conventions';

/** An item as returned with a page, filter or order, and as returned by the plain list. */
interface SeenTwice {
  known: Known;
  row: Seen;
  plain: Seen;
  /** The fields that only one of the two has. */
  lacking: readonly string[];
  /** Whether both are equal. */
  isSame: boolean;
}

/** A list returns an object in the same form for every query. */
export const stableItems: readonly Requirement[] = [
  requirement({
    id: 'conv.list.same-fields',
    says: 'Fields are never omitted: an item has the same fields on each page, with each filter and in each order',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    compares: 'list',
    consequence: 'A client finds a field with one query and misses it with another.',
    async check(context) {
      const collected = await seenTwice(context);
      await formsSeenTwice(context);
      if (collected.length === 0) inconclusive(NOTHING_TWICE);
      const wrong = collected.flatMap(({ known, row, plain, lacking }) => {
        const what = `${lacking.map((name) => `\`${name}\``).join(', ')} of id ${idOf(row)} in ${known.path}`;
        return lacking.length === 0
          ? []
          : [unlike(row, what, `the same fields as in ${canonical(plain.value)}`)];
      });
      context.expect.none(wrong);
    },
  }),
  requirement({
    id: 'conv.list.same-rows',
    says: 'An item of a list has the same values on each page, with each filter and in each order',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    compares: 'list',
    consequence: 'A client that filters, sorts or pages sees other values than one that does not.',
    async check(context) {
      const collected = await seenTwice(context);
      if (collected.length === 0) inconclusive(NOTHING_TWICE);
      const other = collected.filter(({ lacking, isSame }) => lacking.length === 0 && !isSame);
      context.expect.none(
        other.map(({ known, row, plain }) => {
          const what = `id ${idOf(row)} of ${known.path}, in another response`;
          return unlike(row, what, canonical(plain.value));
        }),
      );
    },
  }),
];

/** An item of a list with other fields than the other ones of its resource. */
export interface Formed {
  resource: CollectedResource;
  row: Seen;
}

/**
 * One item for each set of fields that items have in responses to filters, orders and pages, because a field
 * may come and go for the same object. Kept for the whole run.
 */
export function formsSeenTwice(where: Where): Promise<Formed[]> {
  const { api, instance } = where;
  return instance.onceInRun(keyOf(api.version), async () => {
    const forms = new Map<string, Formed>();
    for (const { known, row } of await seenTwice(where)) {
      if (!isObject(row.value)) continue;
      const { resource } = known.list;
      const key = `${resource} ${Object.keys(row.value).sort()}`;
      if (!forms.has(key)) forms.set(key, { resource, row });
    }
    return [...forms.values()];
  });
}

/**
 * The items that were returned more than once in a version, taken from requests of other
 * requirements.
 */
function seenTwice(where: Where): Promise<SeenTwice[]> {
  const { api, instance } = where;
  return instance.once(`rows collected twice in ${api.version}`, async () => {
    const pages = (await pagedLists(where)).map(async ({ list, pages }) => {
      const known = await knownOf(list, where);
      return pages.map(({ rows }) => ({ known, rows }));
    });
    const asked = [...(await everyAlone(where)), ...(await requestedOrders(where))];
    const chosen = asked.map(({ known, answer }) => ({ known, rows: rowsOf(answer) }));
    return [...(await Promise.all(pages)).flat(), ...chosen].flatMap(({ known, rows }) => {
      const plain = new Map(known.rows.map((row) => [idOf(row), row]));
      return rows.flatMap((row) => {
        const same = plain.get(idOf(row));
        return same === undefined || same.value === row.value ? [] : [compared(known, row, same)];
      });
    });
  });
}

/** The same as `formsSeenTwice` if it was already requested; sends no requests. */
export function knownForms(version: Version, instance: Instance): Promise<Formed[]> | undefined {
  return instance.known(keyOf(version));
}

function keyOf(version: Version): string {
  return `forms collected twice in ${version}`;
}

/** E-mail addresses are left out: anonymous callers may not see them (docs/verdicts.md B-38). */
function compared(known: Known, row: Seen, plain: Seen): SeenTwice {
  const [one, other] = [withoutEmails(row.value), withoutEmails(plain.value)];
  const isSame = sameValue(one, other);
  return { known, row, plain, lacking: isSame ? [] : fieldsOfOne(one, other), isSame };
}

/** The fields, at any depth, that only one of two values has. */
function fieldsOfOne(one: unknown, other: unknown): string[] {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length
      ? one.flatMap((each, index) => fieldsOfOne(each, other[index]))
      : [];
  }
  if (!isObject(one) || !isObject(other)) return [];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) =>
    Object.hasOwn(one, name) && Object.hasOwn(other, name)
      ? fieldsOfOne(one[name], other[name])
      : [name],
  );
}
