import type { Where } from '../../../harness/check-context.js';
import type { Instance } from '../../../harness/instance.js';
import { Memo } from '../../../harness/memo.js';
import { isObject, type Seen } from '../../../harness/place.js';
import { sameValue } from '../../../harness/same-value.js';
import type { List } from '../../../specification/lists.js';
import { documentedPart } from '../../../specification/tables-within.js';
import type { Version } from '../../../specification/versions.js';
import { withoutEmails } from '../comparison.js';
import { idOf } from '../first-rows.js';
import { type KnownItems, knownItems, rowsOf } from '../known-rows.js';
import { everyFilter } from './filtered.js';
import { requestedOrders } from './ordered.js';
import { pagedLists } from './pages.js';
import { plainPages } from './plain-pages.js';
import { everySearch } from './searched.js';

/** An item as returned with a page, filter, search or order, and as returned by the plain list. */
export interface SeenTwice {
  known: KnownItems;
  row: Seen;
  plain: Seen;
  /** The fields that only one of the two has. */
  lacking: readonly string[];
  /** Whether both are equal. */
  isSame: boolean;
}

const FORMED_OTHERWISE = new Memo<SeenTwice[]>();
const SEEN_TWICE = new Memo<SeenTwice[]>();

/** Those that have other fields than in the plain list. Kept for the whole run. */
export function formedOtherwise(where: Where): Promise<SeenTwice[]> {
  const { api, instance } = where;
  return instance.onceInRun(FORMED_OTHERWISE, [api.version], async () =>
    (await seenTwice(where)).filter(({ lacking }) => lacking.length > 0),
  );
}

/**
 * The items that were returned more than once in a version, taken from requests of other
 * requirements.
 */
export function seenTwice(where: Where): Promise<SeenTwice[]> {
  const { api, instance } = where;
  return instance.once(SEEN_TWICE, [api.version], async () => {
    const pages = (await pagedLists(where)).map(async ({ list, pages }) => {
      const known = await knownItems(list, where);
      return pages.map(({ rows }) => ({ known, rows }));
    });
    const asked = [
      ...(await everyFilter(where)),
      ...(await requestedOrders(where)),
      ...(await everySearch(where)),
    ];
    const chosen = asked.map(({ known, answer }) => ({ known, rows: rowsOf(answer) }));
    const plain = (await plainPages(where)).map(async ({ list, plain: { rows } }) => [
      { known: await knownItems(list.list, where), rows },
    ]);
    return [...(await Promise.all([...pages, ...plain])).flat(), ...chosen].flatMap(
      ({ known, rows }) => {
        const plain = new Map(known.rows.map((row) => [idOf(row), row]));
        return rows.flatMap((row) => {
          const same = plain.get(idOf(row));
          return same === undefined || same.value === row.value ? [] : [compared(known, row, same)];
        });
      },
    );
  });
}

/** The same if it was already requested; sends no requests. */
export async function knownFormedOtherwise(
  version: Version,
  instance: Instance,
): Promise<SeenTwice[]> {
  // A failed request is reported by the requirement that sent it.
  return (await instance.known(FORMED_OTHERWISE, [version])?.catch(() => [])) ?? [];
}

/**
 * E-mail addresses are left out: anonymous callers may not see them (docs/verdicts.md B-38). So is what docs/api.md
 * does not list (B-39).
 */
function compared(known: KnownItems, row: Seen, plain: Seen): SeenTwice {
  const partOf = (value: unknown) =>
    withoutEmails(documentedPart(known.list.resource, 'list', value));
  const [one, other] = [partOf(withoutAdditions(known.list, row, plain)), partOf(plain.value)];
  const isSame = sameValue(one, other);
  return { known, row, plain, lacking: isSame ? [] : fieldsOfOne(one, other), isSame };
}

/** The item without what it has beyond the plain one, where docs/api.md does not give its form: that of a patch. */
function withoutAdditions({ resource }: List, row: Seen, plain: Seen): unknown {
  if (resource !== 'patch' || !isObject(row.value) || !isObject(plain.value)) return row.value;
  const known = plain.value;
  return Object.fromEntries(
    Object.entries(row.value).filter(([name]) => Object.hasOwn(known, name)),
  );
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
