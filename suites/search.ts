import type { CheckContext } from '../harness/check-context.js';
import { type Answer, named } from '../harness/client/answer.js';
import { at, elements, type Seen } from '../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../harness/requirement.js';
import { LISTS, type List, readerOfList } from './lists.js';
import { isWhole, LARGEST_PAGE } from './sources.js';

/** What a list answers to `q` and `order`, beside what it holds without them. */
export interface Search {
  word: string;
  rows: Seen[];
  /** Whether those are all the rows that the list holds. */
  whole: boolean;
  /** The answer to `q`, in most cases together with an order. */
  answer: Answer;
  /** An order that was taken, in the same request or alone; missing where none was. */
  ordered?: { order: string; answer: Answer };
}

/** Search: `q` is taken by every list, and shows nothing that the list does not hold (B-30). */
export const search: Chapter = { name: 'search', requirements: LISTS.map(searchRequirement) };

function searchRequirement(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return requirement({
    id: `search.${name}`,
    says: `The list of ${name.replace('-', ' ')} accepts \`q\`, and shows only rows that it holds`,
    spec: 'Common list query parameters',
    level: 'must',
    versions,
    needs: signedIn ? ['signed-in'] : [],
    consequence: 'A client that searches gets an error, or rows that are not there.',
    async check(context) {
      const { word, rows, whole, answer } = await searchIn(list, context);
      const { expect, accept } = context;
      expect.status(answer, 200);
      expect.array(answer);
      const found = rowsOf(answer);
      accept(found.length < rows.length ? 'it narrows' : `it does not narrow by "${word}"`);
      if (!whole) return;
      const held = new Set(rows.map((row) => at(row, 'id').value));
      expect.none(
        found
          .filter((row) => !held.has(at(row, 'id').value))
          .map((row) => ({
            message: `${named(answer)}: id ${at(row, 'id').value} is not in the list without \`q\``,
            pointer: row.at.pointer,
            expected: 'rows of the list',
            received: at(row, 'id').value,
            exchange: answer.exchange,
          })),
      );
    },
  });
}

/**
 * Searches a list for a word that some of its rows have and asks for an order in the same request:
 * what is right of both together is right of each. If that is refused, the order is asked for
 * alone, which tells which of the two is not taken.
 */
export function searchIn(list: List, { api, instance }: CheckContext): Promise<Search> {
  return instance.once(`search in ${list.name} in ${api.version}`, async () => {
    const as = readerOfList(api.unnoted(), list);
    const path = await list.path(instance);
    const page = await as.get(path, { query: { per_page: LARGEST_PAGE } });
    const rows = await as.list(path, { per_page: LARGEST_PAGE });
    const whole = isWhole(page);
    const word = wordOf(rows, list);
    const query = { q: word, per_page: LARGEST_PAGE };
    if (!list.ordered.includes(api.version)) {
      return { word, rows, whole, answer: await as.get(path, { query }) };
    }
    const { order } = list;
    const answer = await as.get(path, { query: { ...query, order } });
    if (answer.status === 200) return { word, rows, whole, answer, ordered: { order, answer } };
    const alone = await as.get(path, { query: { order, per_page: LARGEST_PAGE } });
    // The order is taken by itself, so it is the word that is not.
    if (alone.status === 200) {
      return { word, rows, whole, answer, ordered: { order, answer: alone } };
    }
    return { word, rows, whole, answer: await as.get(path, { query }) };
  });
}

/** A word of the rows' texts that many rows have, but not all: the more are left, the more it shows. */
function wordOf(rows: readonly Seen[], { text }: List): string {
  const times = new Map<string, number>();
  for (const row of rows) {
    const { value } = text === undefined ? { value: undefined } : at(row, ...text);
    const words = typeof value === 'string' ? (value.match(/[a-z]{3,}/gi) ?? []) : [];
    for (const word of new Set(words)) times.set(word, (times.get(word) ?? 0) + 1);
  }
  const some = [...times].filter(([, count]) => count < rows.length).sort(([, a], [, b]) => b - a);
  return some[0]?.[0] ?? 'patch';
}

function rowsOf(answer: Answer): Seen[] {
  return elements({ value: answer.json, at: { exchange: answer.exchange, pointer: '' } });
}
