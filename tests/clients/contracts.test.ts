import { expect, test } from 'vitest';
import { behind } from '../../analysis/client-profile/broken-clients.js';
import { CLIENT_CONTRACTS, readProfiles } from '../../cli/catalogue.js';
import { storedMatrix } from '../../tools/proof/matrix.js';

const PROFILES = readProfiles().map(({ profile }) => profile);
const MATRIX = storedMatrix(new URL('../../tools/proof/', import.meta.url));
const OF_CLIENTS = MATRIX.faults.filter(({ breaks }) => breaks !== undefined);
const CONTRACTS = CLIENT_CONTRACTS.groups
  .flatMap(({ requirements }) => requirements)
  .filter(({ level }) => level !== 'observe');

test('each client contract has a client, its file, and a fault that breaks it', () => {
  expect(CONTRACTS.length).toBeGreaterThan(70);
  for (const { id, spec, breaks = [] } of CONTRACTS) {
    const needing = PROFILES.filter(({ needs }) => needs.some((need) => behind(need).includes(id)));
    expect([...breaks, ...needing], id).not.toEqual([]);
    expect(spec, id).toMatch(/\w/);
    expect(
      OF_CLIENTS.some(({ failing }) => id in failing),
      id,
    ).toBe(true);
  }
});
