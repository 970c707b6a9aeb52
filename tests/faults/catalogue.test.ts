import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS, FAULTS_BY_FILE } from '../../fixtures/faults/catalogue.js';

test('every fault has an id and a sentence of its own', () => {
  expect(new Set(FAULTS.map((fault) => fault.id)).size).toBe(FAULTS.length);
  expect(new Set(FAULTS.map((fault) => fault.says)).size).toBe(FAULTS.length);
  for (const { id, says } of FAULTS) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9.-]*$/);
    expect(says).toMatch(/^[A-Z`].*\.$/);
  }
});

test('the faults of a file are found by its name', () => {
  for (const file of Object.keys(FAULTS_BY_FILE)) {
    const path = new URL(`../../fixtures/faults/${file}.ts`, import.meta.url);
    expect(existsSync(path), file).toBe(true);
  }
});
