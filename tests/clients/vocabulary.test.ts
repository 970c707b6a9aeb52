import { expect, test } from 'vitest';
import { NEED_KINDS, type Need } from '../../analysis/client-profile/profile.js';
import { basesOf, namesOf, placesOf } from '../../analysis/client-profile/vocabulary.js';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';

const IDS = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap(({ requirements }) =>
  requirements.map(({ id }) => id),
);

/** Every need that a profile can name, fields and requirements left out. */
const NEEDS: Need[] = NEED_KINDS.flatMap((kind) => {
  const places = placesOf(kind);
  return (places.length === 0 ? [undefined] : places).flatMap((of) =>
    (namesOf(kind, of) ?? []).map((name) => ({ kind, of, name, line: 1 })),
  );
});

const RESTING = NEEDS.flatMap((need) =>
  basesOf(need).flatMap((basis) => (basis.by === 'requirements' ? [...basis.ids] : [])),
);

test('every need rests on requirements that there are', () => {
  expect(RESTING.length).toBeGreaterThan(100);
  expect(RESTING.filter((id) => !IDS.includes(id))).toEqual([]);
});

test('every filter of the suite can be named as a need', () => {
  const filters = IDS.filter((id) => /^filter\.(bundles|covers|series|events|checks)\./.test(id));
  const judged = filters.filter((id) => !/\.(unknown|case|beginning)$/.test(id));
  expect(judged.length).toBeGreaterThan(30);
  expect(judged.filter((id) => !RESTING.includes(id))).toEqual([]);
});
