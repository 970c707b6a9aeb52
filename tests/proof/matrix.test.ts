import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { conditionsOf } from '../../tools/proof/conditions.js';
import { withFigures } from '../../tools/proof/figures.js';
import { detectedAtBaseline, storedMatrix, storedRecords } from '../../tools/proof/matrix.js';

const PROOF = new URL('../../tools/proof/', import.meta.url);
const MATRIX = storedMatrix(PROOF);
const EVERY_GROUP = [...GROUPS, ...CLIENT_CONTRACTS.groups];
const {
  baseline: BASELINE,
  baselineOfHistory: BASELINE_OF_HISTORY,
  unplanned: UNPLANNED,
  removed: REMOVED,
} = storedRecords(PROOF);
const INDEPENDENT = FAULTS.filter(({ writtenFrom }) => writtenFrom === 'specification');

test('the stored matrix is one of these faults (npm run proof updates it)', () => {
  const facts = ({ id, says, writtenFrom }: (typeof MATRIX.faults)[number]) => ({
    id,
    says,
    writtenFrom,
  });
  expect(MATRIX.faults.map(facts)).toEqual(
    FAULTS.map(({ id, says, writtenFrom }) => ({ id, says, writtenFrom })),
  );
});

test('every requirement that can fail is named by a fault, and nothing else is', () => {
  const requirements = EVERY_GROUP.flatMap((group) => group.requirements);
  const able = requirements.filter(({ level }) => level !== 'observe').map(({ id }) => id);
  const named = new Set(FAULTS.flatMap(({ detectedBy }) => detectedBy));
  expect([...named].sort()).toEqual(able.sort());
});

test('all conditions hold', () => {
  expect(conditionsOf(MATRIX, FAULTS).filter(({ holds }) => !holds)).toEqual([]);
});

test('a README without a place for the figures is refused', () => {
  expect(() => withFigures('# no place', MATRIX, FAULTS, GROUPS, BASELINE)).toThrow('has no');
});

test('the baseline detection rate is unchanged, and each of its faults exists or was removed', () => {
  expect([detectedAtBaseline(BASELINE), Object.keys(BASELINE).length]).toEqual([245, 326]);
  const others = Object.keys(BASELINE_OF_HISTORY);
  const removed = REMOVED.filter(
    ({ id, writtenFrom }) => writtenFrom === undefined && !others.includes(id),
  );
  const accounted = [...INDEPENDENT, ...removed].map(({ id }) => id);
  const unplanned = Object.keys(UNPLANNED);
  expect(new Set([...accounted, ...unplanned])).toEqual(
    new Set([...Object.keys(BASELINE), ...unplanned]),
  );
});

test('the first run on the unplanned defects is unchanged, and each of them is a fault', () => {
  expect(Object.keys(UNPLANNED).filter((id) => !FAULTS.some((each) => each.id === id))).toEqual([]);
  const all = Object.values(UNPLANNED);
  const failed = all.filter(({ fail }) => fail.length > 0);
  const noticed = all.filter(({ fail, warn }) => fail.length + warn.length > 0);
  expect([noticed.length, failed.length, all.length]).toEqual([24, 17, 30]);
});

test('the baseline of the historical faults is unchanged, and each of its faults exists or was removed', () => {
  const ids = Object.keys(BASELINE_OF_HISTORY);
  expect([detectedAtBaseline(BASELINE_OF_HISTORY), ids.length]).toEqual([30, 38]);
  const removed = REMOVED.filter(({ id }) => ids.includes(id));
  // Variants that break clients were written later, from the client contracts.
  const historical = FAULTS.filter((each) => each.history !== undefined && !each.breaksClients);
  const accounted = [...historical, ...removed];
  expect(accounted.map(({ id }) => id).sort()).toEqual(ids.sort());
});
