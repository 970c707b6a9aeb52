import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS_BY_FILE } from '../../fixtures/faults/catalogue.js';
import { touchedFaults } from '../../tools/proof/touched-faults.js';

const EVERY_GROUP = [...GROUPS, ...CLIENT_CONTRACTS.groups];

function touchedBy(...changed: string[]): string[] {
  return touchedFaults(changed, FAULTS_BY_FILE, EVERY_GROUP).map(({ id }) => id);
}

test('a changed file of faults touches those that it declares', () => {
  const touched = touchedBy('fixtures/faults/links.ts');
  expect(touched).toEqual(FAULTS_BY_FILE.links?.map(({ id }) => id));
  expect(touched).toContain('last-off-by-one');
});

test('a changed group touches what its requirements detect', () => {
  const paging = touchedBy('suites/paging/links.ts');
  // Of too many, some are left out.
  expect(FAULTS_BY_FILE.links?.filter(({ id }) => paging.includes(id))).not.toEqual([]);
  expect(paging).not.toContain('patch-forms-refused');
  const contracts = touchedBy('suites/client-contracts/writes.ts');
  expect(contracts.length).toBe(40);
  expect(contracts).not.toContain('last-off-by-one');
});

test('what all groups use touches none, as documentation does', () => {
  const shared = ['harness/run.ts', 'suites/support/refusal.ts'];
  expect(touchedBy(...shared, 'README.md', 'tests/cli/usage.test.ts', '')).toEqual([]);
});
