import type { Api } from '../../harness/api.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { CHANGED } from './judging.js';
import { mismatch, type Page, pageOf, sameOrder } from './page.js';

/** The longest list that everybody may read, in an order in which many rows are equal. */
const EQUAL = { path: 'patches/', order: 'submitter' };

/** Its first page, of the usual size. */
export async function pageOfEquals(api: Api): Promise<Page> {
  const { path, order } = EQUAL;
  return pageOf(await api.get(path, { query: { order } }));
}

/** What becomes of rows that are equal in the order that was asked for. */
export const pagingTies: readonly Requirement[] = [
  requirement({
    id: 'page.order.ties',
    says: 'Rows that are equal in the order asked for keep their places from page to page',
    spec: 'Limits',
    level: 'should',
    versions: ALL,
    once: true,
    consequence: 'A client that reads all pages in an order sees rows twice, and others never.',
    async check({ api, expect }) {
      const { path, order } = EQUAL;
      const first = await pageOfEquals(api);
      if (first.rows === undefined) {
        inconclusive(`${path}?order=${order} answers ${first.answer.status}`);
      }
      const second = pageOf(await api.get(path, { query: { order, page: 2 } }));
      const [end, start] = [first.rows.at(-1), second.rows?.[0]];
      if (end === undefined || start === undefined) inconclusive(`${path} has one page only`);
      const keyOf = (row: typeof end) => at(row, order, 'id').value;
      if (keyOf(end) === undefined || keyOf(end) !== keyOf(start)) {
        inconclusive(`no ${order} has patches on the first page and on the second`);
      }
      const twice = second.keys.filter((key) => first.keys.includes(key));
      if (twice.length === 0) return;
      const again = pageOf(await api.get(path, { query: { order, page: 1 } }));
      if (!sameOrder(first.keys, again.keys)) inconclusive(CHANGED);
      const plain = pageOf(await api.get(path));
      const next = pageOf(await api.get(path, { query: { page: 2 } }));
      if (next.keys.some((key) => plain.keys.includes(key))) {
        inconclusive('pages overlap in the usual order as well (see page.disjoint)');
      }
      const message = `shows again what the first page showed: ${twice.slice(0, 5).join(', ')}`;
      expect.fail(mismatch(second, message, 'other rows', twice));
    },
  }),
];
