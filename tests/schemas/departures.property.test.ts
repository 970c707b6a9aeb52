import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERSIONS } from '../../harness/version.js';
import { departures, tables } from '../../schemas/departures.js';
import { derive } from '../../schemas/derive.js';
import { changed, isOptional, placesOf, pointerTo } from './places.js';
import { samples } from './samples.js';

const soundValue = fc.constantFrom(...VERSIONS.flatMap(samples));

const placeInSoundValue = soundValue.chain((sample) =>
  fc.constantFrom(...placesOf(sample)).map((place) => ({ sample, place })),
);

const RUNS = { numRuns: 2_000 };

describe('departures of a sound value', () => {
  it.each(VERSIONS)('are none, for every sample of %s', (version) => {
    const found = samples(version).flatMap(({ resource, form, value }) =>
      departures(version, resource, form, value),
    );
    expect(found).toEqual([]);
    expect(samples(version).length).toBeGreaterThan(30);
  });

  it('are exactly one, of its own table, when any required field is gone', () => {
    fc.assert(
      fc.property(placeInSoundValue, ({ sample, place }) => {
        const { version, resource, form, value } = sample;
        const found = departures(version, resource, form, changed(value, place.path));
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
        const found = departures(version, resource, form, changed(value, place.path, [7]));
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
          ...departures(version, resource, form, changed(value, place.path, json)),
          ...departures(version, resource, form, json),
        ];
        for (const { table, field, aspect } of found) {
          expect(known).toContain(JSON.stringify({ table, field, aspect }));
        }
      }),
      RUNS,
    );
  });

  it('are there exactly if the published schema refuses the value', () => {
    const anything = fc.tuple(placeInSoundValue, fc.option(fc.oneof(fc.jsonValue(), likelyValue)));
    fc.assert(
      fc.property(anything, ([{ sample, place }, json]) => {
        const { version, resource, form, value } = sample;
        const validate = publishedSchemaOf(version, resource, form);
        const judged = json === null ? value : changed(value, place.path, json);
        const found = departures(version, resource, form, judged);
        expect(found.length === 0, JSON.stringify(found)).toBe(validate(judged));
      }),
      RUNS,
    );
  });
});

/** What fields hold, and what is near to it. */
const likelyValue = fc.constantFrom<unknown>(
  ...[
    null,
    '',
    'text',
    0,
    1.5,
    true,
    [],
    {},
    [''],
    [null],
    [{}],
    { Subject: 'a' },
    { Subject: [1] },
  ],
  ...['http://a/', 'HTTP://', 'a@b', '2024-01-01T10:05:19', '2024-02-30T10:05:19', 'patch-created'],
);

const validators = new Map<string, ValidateFunction>();

function publishedSchemaOf(...form: Parameters<typeof derive>): ValidateFunction {
  const key = form.join(' ');
  const known = validators.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ ownProperties: true, allowUnionTypes: true, strictTypes: false });
  const validate = ajv.compile(derive(...form));
  validators.set(key, validate);
  return validate;
}
