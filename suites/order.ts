import type { CheckContext } from '../harness/check-context.js';
import { named } from '../harness/client/answer.js';
import { at, elements, type Seen } from '../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../harness/requirement.js';
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
  const { name, ordered, signedIn } = list;
  return requirement({
    id: `order.${name}`,
    says: `\`order\` puts the list of ${name.replace('-', ' ')} in order by a field, \`-\` turns it round`,
    spec: SPEC,
    level: 'should',
    versions: ordered,
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

/**
 * What the list holds unasked, and the rows that it gave in some order: to the search, to the
 * filters, or, if those tell nothing, to a request of its own.
 */
async function orderedRows(
  list: List,
  context: CheckContext,
): Promise<{ held: Seen[]; found: Ordered[] }> {
  const { api, instance } = context;
  const { rows, answer, order: searched } = await searchIn(list, context);
  const found: Ordered[] =
    searched === undefined ? [] : [{ order: searched, rows: rowsOf(answer.json, answer.exchange) }];
  if (isFiltered(list.name)) {
    found.push(...(await probesOf(list.name, 'anyone', api, instance)).ordered);
  }
  if (found.some((each) => tells(each, rows))) return { held: rows, found };
  return { held: rows, found: [await askFor(list.order, list, context)] };
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
