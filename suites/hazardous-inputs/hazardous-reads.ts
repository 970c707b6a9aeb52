import type { Where } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { cut } from '../../harness/masked.js';
import { Memo } from '../../harness/memo.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { LISTS, type List } from '../../specification/lists.js';
import { firstPage, pathOf, readerOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { searchesOf } from '../support/lists/searched.js';
import { PATHS_WITH_ID, readWithId } from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';

/**
 * Texts that databases refuse, as they stand in a URL: PostgreSQL a NUL, old MySQL a character outside the Basic
 * Multilingual Plane, most an unpaired surrogate, which is not UTF-8.
 */
const TEXTS = ['conformance%00', '%F0%9F%98%80', '%ED%A0%80', 'x'.repeat(4000)];

/** 2^63 and 10^19: SQLite refuses both, others compare them with what they are cut to. */
const NUMBERS = ['9223372036854775808', '10000000000000000000'];

/** 2^31 and 2^63: the first numbers that columns of 32 and 64 bits do not hold. */
const IDS = ['2147483648', '9223372036854775808'];

/** The answer to a read with a hazardous value. */
interface HazardousRead {
  isFilter: boolean;
  answer: Answer;
}

const NO_LIST = 'no list that can be read has items';

/** Values that nobody types, in the parameters of every list and as an id (docs/verdicts.md B-30, B-32). */
export const hazardousReads: readonly Requirement[] = [
  requirement({
    id: 'list.query.hazards',
    says: 'No 5xx is documented: any search term, filter value, page number or id is taken, or refused with 4xx',
    spec: 'Errors',
    needs: ['hazardous-inputs'],
    consequence: 'A text pasted into a search field looks like a server that is down.',
    async check(context) {
      const reads = await hazardousReadsOf(context);
      context.expect.each(reads, NO_LIST, ({ answer }) => {
        const { status, exchange } = answer;
        context.api.note(answer);
        if (status === 200 || (status >= 400 && status <= 499)) return;
        const expected = 'status 200 or a refusal with 4xx';
        const message = `${cut(named(answer), 100)}: expected ${expected}, got ${status}`;
        context.expect.fail({ message, expected, received: status, exchange });
      });
    },
  }),
  requirement({
    id: 'filter.unknown.hazards',
    says: 'A filter value that no object can have selects nothing or is refused',
    spec: 'Endpoint table',
    level: 'should',
    needs: ['hazardous-inputs'],
    consequence: 'A client that sends a broken value gets all items and takes them for matches.',
    async check(context) {
      const reads = (await hazardousReadsOf(context)).filter(({ isFilter }) => isFilter);
      context.expect.each(reads, NO_LIST, ({ answer }) => {
        const rows = rowsOf(answer);
        if (rows.length === 0) return;
        const expected = 'no item, or a refusal with 4xx';
        const message = `${cut(named(answer), 100)}: expected ${expected}, got ${rows.length} items`;
        const received = `${rows.length} items`;
        context.expect.fail({ message, expected, received, exchange: answer.exchange });
      });
    },
  }),
];

const READS = new Memo<HazardousRead[]>();

/** Every list with hazardous values, each alone; requested once in a version. */
function hazardousReadsOf(where: Where): Promise<HazardousRead[]> {
  const { api, instance } = where;
  return instance.once(READS, [api.version], async () => {
    const lists = LISTS.filter(({ versions }) => versions.includes(api.version));
    const reads = lists.map((list) => readable(() => readsOf(list, where)));
    const paths = PATHS_WITH_ID.filter(({ versions }) => versions.includes(api.version));
    const byId = paths.flatMap((path) =>
      IDS.map((id) =>
        readable(async () => [{ isFilter: false, answer: await readWithId(path, id, where) }]),
      ),
    );
    return (await Promise.all([...reads, ...byId])).flat();
  });
}

async function readsOf(list: List, where: Where): Promise<HazardousRead[]> {
  const { api, instance } = where;
  const path = await pathOf(list, instance);
  if (rowsOf(await firstPage(api, path)).length === 0) return inconclusive(NO_LIST);
  const reader = readerOf(path, api).unnoted();
  const searches = await readable(() => searchesOf(list, where));
  // A list that fails with any search term has a requirement of its own.
  const isSearchable = searches.every(({ answer }) => answer.status < 500);
  const queries = [
    ...(isSearchable ? TEXTS : []).map((value) => ['q', value] as const),
    ...NUMBERS.map((value) => ['page', value] as const),
    ...filtersOf(list, api.version),
  ];
  return Promise.all(
    queries.map(async ([parameter, value]) => ({
      isFilter: parameter !== 'q' && parameter !== 'page',
      answer: await reader.follow(`${reader.path(path)}?${parameter}=${value}`),
    })),
  );
}

/** One filter by a text with each text, and every filter by an id with each number. */
function filtersOf({ name }: List, version: Where['api']['version']) {
  const forms = FILTER_FORMS.filter(
    ({ list, versions }) => list === name && versions.includes(version),
  );
  const texts = forms.filter(({ value }) => value === 'name' || value === 'email').slice(0, 1);
  const ids = forms.filter(({ value }) => value === 'id');
  const each = (own: typeof forms, values: readonly string[]) =>
    own.flatMap(({ filter }) => values.map((value) => [filter.parameter, value] as const));
  return [...each(texts, TEXTS), ...each(ids, NUMBERS)];
}
