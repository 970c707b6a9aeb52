import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { paging } from '../../suites/paging.js';
import { judged } from './judged.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { answerInstead, wrapInEnvelope } from './sabotage.js';

/** Keeps of a query only what is not dropped. */
function dropping({ paging }: Behaviour, ...dropped: string[]): void {
  const { address } = paging;
  paging.address = (path, query, number) => {
    const kept = new URLSearchParams(query);
    for (const name of dropped) kept.delete(name);
    return address(path, kept, number);
  };
}

/** Puts something else in the place of the header, where it has links to other pages. */
function header({ paging }: Behaviour, change: (sound: string) => string): void {
  const { header: sound } = paging;
  paging.header = (targets) => change(sound(targets) ?? '');
}

function byFault(id: string, version: Kill['version'], fault: string): Kill {
  return kill(id, version, fault, (behaviour) => faultNamed(fault).apply(behaviour));
}

const KILLS: readonly Kill[] = [
  kill('page.array', '1.2', 'the second page comes in an envelope', (behaviour) => {
    answerInstead(behaviour, 'covers/', async (sound, { query }) => {
      const answer = await sound();
      if (query.get('page') !== '2') return answer;
      return Response.json({ results: await answer.json() }, { headers: answer.headers });
    });
  }),
  kill('page.per-page.honoured', '1.0', 'per_page is ignored', ({ paging }) => {
    paging.size = () => paging.standard;
  }),
  kill('page.per-page.honoured', '1.3', 'no page has more than 50 rows', ({ paging }) => {
    paging.maximum = 50;
  }),
  kill('page.page-selects', '1.1', 'page is ignored', ({ paging }) => {
    paging.number = () => 1;
  }),
  kill('page.page-selects', '1.4', 'every page has the rows of the first', ({ paging }) => {
    paging.slice = (rows, _, size) => rows.slice(0, size);
  }),
  kill('page.page-selects', '1.2', 'pages are counted from 0', ({ paging }) => {
    paging.number = (page) => (page === null ? 1 : Number(page) + 1);
  }),
  kill('page.disjoint', '1.2', 'pages overlap by a row', ({ paging }) => {
    paging.slice = (rows, number, size) => {
      const start = (number - 1) * size - (size > 1 && number > 1 ? 1 : 0);
      return rows.slice(start, start + size);
    };
  }),
  kill('page.complete', '1.3', 'a last page that is not full is left out', ({ paging }) => {
    paging.pageCount = (rows, size) => Math.max(1, Math.floor(rows / size));
  }),
  kill('page.complete', '1.0', 'a page after the first one lacks its first row', ({ paging }) => {
    const { slice } = paging;
    paging.slice = (rows, number, size) =>
      slice(rows, number, size).slice(number > 1 && size > 1 ? 1 : 0);
  }),
  kill('page.walk.ends', '1.2', 'there is no way to the third page', ({ paging }) => {
    const { header: sound } = paging;
    paging.header = (targets) =>
      sound(
        targets.filter(({ relation, address }) => {
          const query = new URL(address).searchParams;
          return relation !== 'next' || query.get('page') !== '3' || query.get('per_page') === '1';
        }),
      );
  }),
  kill('page.order.stable', '1.1', 'small pages come in another order', ({ paging }) => {
    const { slice } = paging;
    paging.slice = (rows, number, size) =>
      slice(size < 100 ? [...rows].reverse() : rows, number, size);
  }),
  byFault('page.of-found', '1.0', 'second-page-forgets-the-search'),
  byFault('page.of-ordered', '1.3', 'order-within-the-page-only'),
  byFault('page.same-rows', '1.1', 'last-page-of-covers-without-series'),
  byFault('page.order.ties', '1.2', 'equal-rows-shuffled-between-pages'),
  byFault('page.link.keeps-filters', '1.1', 'links-keep-one-of-repeated-filters'),
  byFault('page.link.keeps-filters', '1.4', 'links-leave-plus-unescaped'),
  kill('page.link.present', '1.4', 'there is no Link header', ({ paging }) => {
    paging.header = () => undefined;
  }),
  kill('page.link.single-page', '1.0', 'a single page has no Link header', ({ paging }) => {
    const { header: sound } = paging;
    paging.header = (targets) =>
      targets.some(({ relation }) => ['next', 'prev'].includes(relation))
        ? sound(targets)
        : undefined;
  }),
  kill('page.link.syntax', '1.2', 'links are separated by semicolons', (behaviour) => {
    header(behaviour, (sound) => sound.replaceAll('", <', '"; <'));
  }),
  kill('page.link.syntax', '1.3', 'targets lack their angle brackets', (behaviour) => {
    header(behaviour, (sound) => sound.replaceAll(/[<>]/g, ''));
  }),
  kill('page.first.present', '1.1', 'there is no first', ({ paging }) => {
    paging.relations.first = () => null;
  }),
  kill('page.first.points', '1.3', 'first is the second page', ({ paging }) => {
    paging.relations.first = () => 2;
  }),
  kill('page.last.present', '1.2', 'there is no last', ({ paging }) => {
    paging.relations.last = () => null;
  }),
  kill('page.last.points', '1.0', 'last is one too many', ({ paging }) => {
    paging.relations.last = (_, count) => count + 1;
  }),
  kill('page.last.points', '1.4', 'last is one too few', ({ paging }) => {
    paging.relations.last = (_, count) => Math.max(1, count - 1);
  }),
  kill('page.next.present', '1.1', 'there is no next', ({ paging }) => {
    paging.relations.next = () => null;
  }),
  kill('page.next.neighbour', '1.2', 'next skips a page', ({ paging }) => {
    paging.relations.next = (number, count) =>
      number < count ? Math.min(number + 2, count) : null;
  }),
  kill('page.next.neighbour', '1.0', 'next is the last page', ({ paging }) => {
    paging.relations.next = (number, count) => (number < count ? count : null);
  }),
  kill('page.next.absent-on-last', '1.3', 'the last page has a next', ({ paging }) => {
    paging.relations.next = (number) => number + 1;
  }),
  kill('page.next.absent-on-last', '1.1', 'next of the last page is the first', ({ paging }) => {
    paging.relations.next = (number, count) => (number < count ? number + 1 : 1);
  }),
  kill('page.prev.present', '1.0', 'there is no prev', ({ paging }) => {
    paging.relations.prev = () => null;
  }),
  kill('page.prev.neighbour', '1.4', 'prev is always the first page', ({ paging }) => {
    paging.relations.prev = (number) => (number > 1 ? 1 : null);
  }),
  kill('page.prev.absent-on-first', '1.2', 'the first page has a prev', ({ paging }) => {
    paging.relations.prev = (number) => Math.max(1, number - 1);
  }),
  kill('page.link.keeps-filters', '1.2', 'links drop the filters', (behaviour) => {
    dropping(behaviour, 'project', 'category', 'public', 'context');
  }),
  kill('page.link.keeps-order', '1.0', 'links drop the order', (behaviour) => {
    dropping(behaviour, 'order');
  }),
  kill('page.link.keeps-per-page', '1.3', 'links drop per_page', (behaviour) => {
    dropping(behaviour, 'per_page');
  }),
  kill('page.link.same-origin', '1.1', 'links lead to another host', ({ paging }) => {
    const { address } = paging;
    paging.address = (path, query, number) =>
      address(`http://patches.invalid${new URL(path).pathname}`, query, number);
  }),
  kill('page.link.same-list', '1.4', 'links leave the version', ({ paging }) => {
    const { address } = paging;
    paging.address = (path, query, number) =>
      address(path.replace('/api/1.4/', '/api/'), query, number);
  }),
  kill('page.no-5xx', '1.0', 'per_page=0 crashes', ({ paging }) => {
    const { size } = paging;
    paging.size = (perPage) => {
      if (perPage === '0') throw new RangeError('division by zero');
      return size(perPage);
    };
  }),
];

const onlyPaging = ['page.*'];

test.for(KILLS)('$defect: $red', async (defect) => {
  expect(await redRows({ ...defect, only: onlyPaging })).toEqual(defect.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(paging));
});

/** The verdicts and reasons of the chapter in 1.2, of an instance that behaves otherwise. */
async function verdicts(change: (behaviour: Behaviour) => void): Promise<Map<string, string>> {
  const behaviour = soundBehaviour();
  change(behaviour);
  const reference = await startReference({ behaviour });
  try {
    const results = await judged(reference, { only: onlyPaging, versions: ['1.2'] });
    return new Map(
      results.map((each) => [each.requirement, `${each.verdict} ${each.reason ?? ''}`]),
    );
  } finally {
    await reference.stop();
  }
}

/** Every verdict that is neither a pass nor an observation. */
async function amiss(change: (behaviour: Behaviour) => void): Promise<[string, string][]> {
  const all = [...(await verdicts(change))];
  return all.filter(([, verdict]) => !/^(pass|observed)/.test(verdict));
}

test('a sound instance passes in every row', async () => {
  expect(await amiss(() => {})).toEqual([]);
});

test('without credentials the lists that nobody in particular may read are judged', async () => {
  const reference = await startReference();
  try {
    const wanted = { only: onlyPaging, versions: ['1.3' as const], credentials: {} };
    const results = await judged(reference, wanted);
    const seen = new Set(results.map(({ verdict }) => verdict));
    expect([...seen].sort()).toEqual(['observed', 'pass']);
  } finally {
    await reference.stop();
  }
});

test('one list that is none leaves the verdicts to the others', async () => {
  expect(await amiss((behaviour) => wrapInEnvelope(behaviour, 'projects/'))).toEqual([]);
});

test('odd but legal headers pass: relative, unquoted, upper case, several relations in one', async () => {
  const odd = await amiss(({ paging }) => {
    paging.header = (targets) =>
      `, ${targets
        .map(({ relation, address }) => {
          const { pathname, search } = new URL(address);
          return `<${pathname}${search}> ; title="a, <b>; \\"c\\"";REL=${relation.toUpperCase()};x`;
        })
        .join(',,\t')}`;
  });
  expect(odd).toEqual([]);
});

test('a filter that selects nothing, or an order that is not heeded, is not the fault of the pages', async () => {
  const broken = await amiss((behaviour) => {
    behaviour.filters.repeated = () => [];
    behaviour.orders.compare = () => 0;
  });
  expect(broken.map(([id]) => id)).toEqual(['page.order.ties']);
});

test('an instance that gains a row while it is read is told from one that loses rows', async () => {
  const all = await verdicts(({ paging }) => {
    const { slice, pageCount } = paging;
    // The list in one page, and its pages of one row, were read before the row came.
    const before = (size: number) => size === 100 || size === 1;
    paging.slice = (rows, number, size) =>
      slice(before(size) ? rows.slice(0, -1) : rows, number, size);
    paging.pageCount = (rows, size) => pageCount(before(size) ? rows - 1 : rows, size);
  });
  const changed = 'inconclusive the list changed while it was read';
  expect(all.get('page.complete')).toBe(changed);
  expect([...all].filter(([, verdict]) => /^(fail|warn|error)/.test(verdict))).toEqual([]);
});

test('a list that grew since its first page was read is not judged by its length', async () => {
  const all = await verdicts(({ paging }) => {
    const { slice } = paging;
    paging.slice = (rows, number, size) =>
      slice(size === 100 ? rows.slice(0, -1) : rows, number, size);
  });
  expect([...all].filter(([, verdict]) => /^(fail|warn|error)/.test(verdict))).toEqual([]);
});
