import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS, FAULTS_BY_FILE, faultNamed } from '../../fixtures/faults/catalogue.js';

test('every fault has an id and a sentence of its own', () => {
  expect(new Set(FAULTS.map((fault) => fault.id)).size).toBe(FAULTS.length);
  expect(new Set(FAULTS.map((fault) => fault.says)).size).toBe(FAULTS.length);
  for (const { id, says } of FAULTS) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
    expect(says).toMatch(/^[A-Z`].*\.$/);
  }
});

test('there are faults of reads and of writes, and enough written without knowledge of the checks', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(180);
  const independent = FAULTS.filter(({ writtenFrom }) => writtenFrom === 'specification');
  expect(independent.length).toBeGreaterThanOrEqual(60);
  expect(FAULTS.some(({ writes }) => writes)).toBe(true);
});

test('a fault is found by its id, and an unknown id throws', () => {
  expect(faultNamed('order-ignored').id).toBe('order-ignored');
  expect(() => faultNamed('order-ignore')).toThrow('order-ignore');
});

test('the faults of a file are found by its name', () => {
  for (const file of Object.keys(FAULTS_BY_FILE)) {
    const path = new URL(`../../fixtures/faults/${file}.ts`, import.meta.url);
    expect(existsSync(path), file).toBe(true);
  }
});
