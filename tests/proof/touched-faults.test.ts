import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { touchedFaults } from '../../tools/proof/touched-faults.js';

const LINKS = "id: 'last-off-by-one', id: 'next-on-last-page',";

function touchedBy(changed: string[], texts: Record<string, string> = {}): string[] {
  const groups = [...GROUPS, ...CLIENT_CONTRACTS.groups];
  const { faults } = touchedFaults(changed, FAULTS, groups, (file) => texts[file] ?? '');
  return faults.map(({ id }) => id);
}

test('a changed file of faults touches those that it declares', () => {
  const file = 'fixtures/faults/links.ts';
  expect(touchedBy([file], { [file]: "id: 'last-off-by-one'," })).toEqual(['last-off-by-one']);
  expect(touchedBy([file])).toEqual([]);
});

test('a changed group touches what its requirements detect', () => {
  const paging = touchedBy(['suites/paging/links.ts']);
  expect(paging).toContain('last-off-by-one');
  expect(paging).not.toContain('patch-forms-refused');
  expect(touchedBy(['suites/client-contracts/writes.ts'])).toContain('patch-forms-refused');
});

test('what all groups use stands for some of all faults, and documentation for none', () => {
  const some = touchedBy(['suites/lists/list.ts']);
  expect(touchedBy(['harness/run.ts'])).toEqual(some);
  expect(some.length).toBeGreaterThan(FAULTS.length / 40);
  expect(some.length).toBeLessThan(FAULTS.length / 20);
  expect(touchedBy(['README.md', 'docs/ci.md', 'tests/cli/usage.test.ts', ''])).toEqual([]);
});

test('of too many faults some are left out, evenly, and those that a changed file declares come first', () => {
  const groups = [...GROUPS, ...CLIENT_CONTRACTS.groups];
  const all = groups.map(({ name }) => `suites/${name}/${name}.ts`);
  const file = 'fixtures/faults/links.ts';
  const { faults, leftOut } = touchedFaults([...all, file], FAULTS, groups, () => LINKS);
  expect(faults.length).toBeLessThan(FAULTS.length / 4);
  expect(faults.length + leftOut).toBeGreaterThan(FAULTS.length / 2);
  const ids = faults.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['last-off-by-one', 'next-on-last-page']));
  const half = FAULTS.slice(0, FAULTS.length / 2);
  const share = faults.filter((each) => half.includes(each)).length / faults.length;
  expect(Math.abs(share - 0.5)).toBeLessThan(0.2);
});
