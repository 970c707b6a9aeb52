import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { judged } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from '../suites/judged-otherwise.js';
import { wrapInEnvelope } from '../suites/sabotage.js';

const onlyPaging = ['page.*'];

/** The verdicts and reasons of the group in 1.2, of an instance that behaves otherwise. */
async function verdicts(change: (behaviour: Behaviour) => void): Promise<Map<string, string>> {
  const results = await judgedOtherwise(change, { only: onlyPaging, versions: ['1.2'] });
  return new Map(results.map((each) => [each.requirement, `${each.verdict} ${each.reason ?? ''}`]));
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
  expect(broken).toEqual([]);
});
