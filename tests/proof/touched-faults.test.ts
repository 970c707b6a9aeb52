import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS, FAULTS_BY_FILE } from '../../fixtures/faults/catalogue.js';
import { touchedFaults } from '../../tools/proof/touched-faults.js';

const EVERY_GROUP = [...GROUPS, ...CLIENT_CONTRACTS.groups];

function touchedBy(...changed: string[]): string[] {
  return touchedFaults(changed, FAULTS_BY_FILE, EVERY_GROUP).faults.map(({ id }) => id);
}

test('a changed file of faults touches those that it declares', () => {
  const touched = touchedBy('fixtures/faults/links.ts');
  expect(touched).toEqual(FAULTS_BY_FILE.links?.map(({ id }) => id));
  expect(touched).toContain('last-off-by-one');
});

test('a changed group touches what its requirements detect', () => {
  const paging = touchedBy('suites/paging/links.ts');
  expect(paging).toContain('last-off-by-one');
  expect(paging).not.toContain('patch-forms-refused');
  expect(touchedBy('suites/client-contracts/writes.ts')).toContain('patch-forms-refused');
});

test('what all groups use stands for some of all faults, and documentation for none', () => {
  const some = touchedBy('suites/lists/list.ts');
  expect(touchedBy('harness/run.ts')).toEqual(some);
  expect(some.length).toBeGreaterThan(FAULTS.length / 40);
  expect(some.length).toBeLessThan(FAULTS.length / 20);
  expect(touchedBy('README.md', 'docs/ci.md', 'tests/cli/usage.test.ts', '')).toEqual([]);
});

test('of too many faults some are left out, evenly, and those that a changed file declares come first', () => {
  const all = EVERY_GROUP.map(({ name }) => `suites/${name}/${name}.ts`);
  const file = 'fixtures/faults/links.ts';
  const { faults, leftOut } = touchedFaults([...all, file], FAULTS_BY_FILE, EVERY_GROUP);
  expect(faults.length).toBeLessThan(FAULTS.length / 4);
  expect(faults.length + leftOut).toBeGreaterThan(FAULTS.length / 2);
  expect(faults).toEqual(expect.arrayContaining([...(FAULTS_BY_FILE.links ?? [])]));
  const others = faults.filter((each) => FAULTS_BY_FILE.links?.includes(each) === false);
  const half = FAULTS.slice(0, FAULTS.length / 2);
  const share = others.filter((each) => half.includes(each)).length / others.length;
  expect(Math.abs(share - 0.5)).toBeLessThan(0.2);
});
