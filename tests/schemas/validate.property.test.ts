import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaViolations } from '../../schemas/validate.js';
import { VERSIONS } from '../../specification/versions.js';
import { changed, isOptional, placesOf, pointerTo } from './places.js';
import { tables } from './possible-violations.js';
import { samples } from './samples.js';

const soundValue = fc.constantFrom(...VERSIONS.flatMap(samples));

const placeInSoundValue = soundValue.chain((sample) =>
  fc.constantFrom(...placesOf(sample)).map((place) => ({ sample, place })),
);

const RUNS = { numRuns: 2_000 };

describe('schema violations of a sound value', () => {
  it.each(VERSIONS)('are none, for every sample of %s', (version) => {
    const found = samples(version).flatMap(({ resource, form, value }) =>
      schemaViolations(version, resource, form, value),
    );
    expect(found).toEqual([]);
    expect(samples(version).length).toBeGreaterThan(30);
  });

  it('are exactly one, of its own table, when any required field is gone', () => {
    fc.assert(
      fc.property(placeInSoundValue, ({ sample, place }) => {
        const { version, resource, form, value } = sample;
        const found = schemaViolations(version, resource, form, changed(value, place.path));
        const expected = {
          aspect: 'missing',
          table: place.table,
          field: place.field,
          pointer: pointerTo(place.path),
          received: undefined,
        };
        expect(found).toEqual(
          isOptional(version, place) ? [] : [expect.objectContaining(expected)],
        );
      }),
      RUNS,
    );
  });

  it('are exactly one, of its own table, when any field holds what no field may hold', () => {
    fc.assert(
      fc.property(placeInSoundValue, ({ sample, place }) => {
        const { version, resource, form, value } = sample;
        const found = schemaViolations(version, resource, form, changed(value, place.path, [7]));
        expect(found.map(({ aspect, table, field }) => ({ aspect, table, field }))).toEqual([
          { aspect: 'type', table: place.table, field: place.field },
        ]);
        expect(found[0]?.pointer.startsWith(pointerTo(place.path))).toBe(true);
      }),
      RUNS,
    );
  });

  it('are all known to tables(), whatever the value is', () => {
    const known = new Set(tables().map((each) => JSON.stringify(each)));
    const anything = fc.tuple(placeInSoundValue, fc.jsonValue());
    fc.assert(
      fc.property(anything, ([{ sample, place }, json]) => {
        const { version, resource, form, value } = sample;
        const found = [
          ...schemaViolations(version, resource, form, changed(value, place.path, json)),
          ...schemaViolations(version, resource, form, json),
        ];
        for (const { table, field, aspect } of found) {
          expect(known).toContain(JSON.stringify({ table, field, aspect }));
        }
      }),
      RUNS,
    );
  });
});
