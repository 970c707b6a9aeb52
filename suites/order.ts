import type { CheckContext } from '../harness/check-context.js';
import { named } from '../harness/client/answer.js';
import { at, elements, type Seen } from '../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../harness/requirement.js';
import { since } from '../harness/version.js';
import { Inconclusive, inconclusive } from '../harness/violation.js';
import { probesOf } from './filter-probes.js';
import { FILTERED_LISTS, type FilteredList } from './filter-table.js';
import { LISTS, type List, readerOfList } from './lists.js';
import { searchIn } from './search.js';
import { isSorted } from './sorting.js';
import { LARGEST_PAGE } from './sources.js';

/** Rows that were asked for in an order. */
interface Ordered {
  order: string;
  rows: Seen[];
}

const SPEC = 'Common list query parameters';

/** Order: by the field that is named, and the other way round with `-` before it. */
export const order: Chapter = { name: 'order', requirements: LISTS.map(orderRequirement) };

function orderRequirement(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return requirement({
    id: `order.${name}`,
    says: `\`order\` puts the list of ${name.replace('-', ' ')} in order by a field, \`-\` turns it round`,
    spec: SPEC,
    level: 'should',
    // "Events in versions 1.0 and 1.1 have no `order`."
    versions: name === 'events' ? since('1.2') : versions,
    needs: signedIn ? ['signed-in'] : [],
    consequence: 'A client that asks for the newest first shows the oldest.',
    async check(context) {
      const { held, found } = await orderedRows(list, context);
      const telling = found.filter((each) => tells(each, held));
      if (telling.length === 0)
        inconclusive(`the list of ${name} has too few rows to show an order`);
      for (const { order: wanted, rows } of telling) {
        const break_ = isSorted(rows, wanted);
        if (break_ === undefined) continue;
        const [field, one, other] = [wanted.replace('-', ''), rows[break_ - 1], rows[break_]];
        if (one === undefined || other === undefined) continue;
        context.expect.fail({
          message: `${name} with order=${wanted}: the row at ${other.at.pointer} is out of order`,
          pointer: `${other.at.pointer}/${field}`,
          expected: `${wanted.startsWith('-') ? 'at most' : 'at least'} the ${field} of the row before it, ${JSON.stringify(at(one, field).value)}`,
          received: at(other, field).value,
          exchange: other.at.exchange,
        });
      }
    },
  });
}

/** What the list holds unasked, and the rows that it gave in some order, from whoever asked for it. */
async function orderedRows(
  list: List,
  context: CheckContext,
): Promise<{ held: Seen[]; found: Ordered[] }> {
  const { api, instance } = context;
  if (isFiltered(list.name) && list.orders.length === 0) {
    const probes = await probesOf(list.name, 'anyone', api, instance);
    const telling = probes.ordered.filter((each) => tells(each, probes.rows));
    if (telling.length > 0) return { held: probes.rows, found: telling };
    return { held: probes.rows, found: [await askFor('-id', list, context)] };
  }
  const { rows, answer, order: first } = await searchIn(list, context);
  const searched: Ordered[] =
    first === undefined ? [] : [{ order: first, rows: rowsOf(answer.json, answer.exchange) }];
  const found = searched.filter((each) => tells(each, rows));
  const missing = list.orders.slice(found.length === 0 ? 0 : 1);
  const asked = await Promise.all(missing.map((each) => askFor(each, list, context)));
  return { held: rows, found: [...found, ...asked] };
}

async function askFor(
  wanted: string,
  list: List,
  { api, instance, expect }: CheckContext,
): Promise<Ordered> {
  const path = await list.path(instance);
  const query = { order: wanted, per_page: LARGEST_PAGE };
  const answer = await readerOfList(api, list).get(path, { query });
  if (answer.status >= 500) expect.status(answer, 200);
  if (answer.status !== 200) throw new Inconclusive(`${named(answer)} answered ${answer.status}`);
  return { order: wanted, rows: rowsOf(answer.json, answer.exchange) };
}

/**
 * Whether rows in an order show anything: the same rows in the order in which the list gives them
 * unasked would not be in that order.
 */
function tells({ order: wanted, rows }: Ordered, held: readonly Seen[]): boolean {
  const place = new Map(held.map((row, index) => [at(row, 'id').value, index]));
  const unasked = [...rows].sort(
    (a, b) => (place.get(at(a, 'id').value) ?? 0) - (place.get(at(b, 'id').value) ?? 0),
  );
  const known = unasked.some((row) => place.has(at(row, 'id').value));
  return rows.length > 1 && (!known || isSorted(unasked, wanted) !== undefined);
}

function isFiltered(name: string): name is FilteredList {
  return (FILTERED_LISTS as readonly string[]).includes(name);
}

function rowsOf(json: unknown, exchange: number): Seen[] {
  return elements({ value: json, at: { exchange, pointer: '' } });
}
