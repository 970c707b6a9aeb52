import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { SECTIONS } from '../../specification/sections.js';
import { VERSIONS } from '../../specification/versions.js';

const SECTION_TITLES = SECTIONS.map(({ title }) => title);
const REQUIREMENTS = GROUPS.flatMap(({ requirements }) => requirements);
const IDS = REQUIREMENTS.map(({ id }) => id);

test('every id is well formed', () => {
  expect(IDS.filter((id) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
});

test('no two requirements share an id, and no two groups a name', () => {
  expect(IDS.filter((id, index) => IDS.indexOf(id) !== index)).toEqual([]);
  const names = GROUPS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // `--only` takes either, so that none may be taken for the other.
  expect(names.filter((name) => IDS.includes(name) || !/^[a-z-]+$/.test(name))).toEqual([]);
});

test.for(REQUIREMENTS)('$id says what it rests on and what follows from it', (requirement) => {
  const { says, spec, consequence, level, versions, needs } = requirement;
  expect(SECTION_TITLES).toContain(spec);
  expect(says).toMatch(/^[^\s].*[^\s.]$/);
  expect(says.length).toBeLessThanOrEqual(160);
  expect(consequence, 'one sentence, which ends with a full stop').toMatch(
    /^(?:[A-Z]|curl ).*[^.]\.$/,
  );
  expect(consequence.replace(/\d\.\d/g, ''), 'one sentence').not.toMatch(/\. /);
  expect(['must', 'should', 'observe']).toContain(level);
  expect(versions).not.toEqual([]);
  expect(versions).toEqual(VERSIONS.filter((version) => versions.includes(version)));
  expect(new Set(needs).size).toBe(needs.length);
});

test('every group has requirements', () => {
  for (const { name, requirements } of GROUPS) expect(requirements, name).not.toEqual([]);
});
