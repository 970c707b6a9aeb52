import { expect, test } from 'vitest';
import { FAULTS, faultNamed } from '../../fixtures/faults/catalogue.js';

test('every fault has an id and a sentence of its own', () => {
  expect(new Set(FAULTS.map((fault) => fault.id)).size).toBe(FAULTS.length);
  expect(new Set(FAULTS.map((fault) => fault.says)).size).toBe(FAULTS.length);
  for (const { id, says } of FAULTS) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
    expect(says).toMatch(/^[A-Z].*\.$|^[a-z_]+ of .*\.$|^[a-z_]+ has .*\.$/);
  }
});

test('the faults spread over reading and writing, and most were thought up without the checks', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(180);
  const blind = FAULTS.filter(({ thoughtUp }) => thoughtUp === 'from the specification');
  expect(blind.length).toBeGreaterThanOrEqual(60);
  expect(FAULTS.some(({ writes }) => writes)).toBe(true);
});

test('a fault is found by its id, and near ones are named for others', () => {
  expect(faultNamed('order-ignored').id).toBe('order-ignored');
  expect(() => faultNamed('order-ignore')).toThrow('order-ignore');
});
