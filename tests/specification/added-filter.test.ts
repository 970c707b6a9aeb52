import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Seen } from '../../harness/place.js';
import { since, type Version } from '../../specification/versions.js';

const TABLE = '../../specification/filters.js';

// What is derived from the table is loaded anew with a filter that the specification does not have.
beforeAll(() => {
  vi.resetModules();
  vi.doMock(import('../../specification/filters.js'), async (original) => {
    const actual = await original();
    const title = {
      parameter: 'title',
      says: 'name of a bundle',
      since: '1.3',
      forms: [
        { name: 'text', value: 'text', reads: ['name'], says: 'by the name of the bundle' },
        { name: 'start', value: 'text', reads: ['name'], since: '1.4', says: 'by its first word' },
      ],
    } as const;
    const bundles = [...actual.FILTERS.bundles, title];
    return { ...actual, FILTERS: { ...actual.FILTERS, bundles } };
  });
});

// Test files share what is loaded.
afterAll(() => {
  vi.doUnmock(TABLE);
  vi.resetModules();
});

test('a filter in the table becomes a requirement for each form of its value', async () => {
  const { filters } = await import('../../suites/filters/filters.js');
  const versions = new Map(filters.requirements.map((each) => [each.id, each.versions]));
  expect(versions.get('filter.bundles.title-text')).toEqual(since('1.3'));
  expect(versions.get('filter.bundles.title-start')).toEqual(since('1.4'));
  const says = filters.requirements.find(({ id }) => id === 'filter.bundles.title-text')?.says;
  expect(says).toBe('In the list of bundles, `title` selects by the name of the bundle');
});

test('it reads the field that the table names', async () => {
  const { FILTER_FORMS } = await import('../../specification/filter-forms.js');
  const { ownValue, selectedBy } = await import('../../suites/support/lists/query.js');
  const filter = FILTER_FORMS.find(({ name }) => name === 'title-text');
  if (filter === undefined) throw new Error('no filter of that name');
  const row: Seen = { value: { name: 'mine' }, at: { exchange: 1, pointer: '' } };
  expect(ownValue(filter, row)).toBe('mine');
  const selected = ['mine', 'other'].map((value) => selectedBy({ filter, value }, row));
  expect(selected).toEqual([true, false]);
});

test('it is a column of the page on the parameters of lists', async () => {
  const { listParametersPage } = await import('../../tools/pages/list-parameters-page.js');
  expect(listParametersPage()).toMatch(/^\| `title` \|.* 1\.3 \|/m);
});

test('it becomes an OpenAPI parameter from its version on', async () => {
  const { openApi } = await import('../../schemas/openapi/document.js');
  const parametersIn = (version: Version, path: string) => {
    const { paths } = openApi(version) as {
      paths: Record<string, { get: { parameters: unknown } }>;
    };
    return paths[path]?.get.parameters;
  };
  const parameter = {
    name: 'title',
    in: 'query',
    description: 'name of a bundle; may be repeated',
    schema: { type: 'array', items: { type: 'string' } },
  };
  expect(parametersIn('1.3', '/bundles/')).toContainEqual(parameter);
  expect(JSON.stringify(parametersIn('1.2', '/bundles/'))).not.toContain('title');
  expect(JSON.stringify(parametersIn('1.3', '/covers/'))).not.toContain('title');
});

test('it can be named in a client profile', async () => {
  const { basesOf, namesOf } = await import('../../analysis/client-profile/vocabulary.js');
  const names = namesOf('filters', 'bundles');
  expect(names).toEqual(expect.arrayContaining(['title', 'title-start', 'title.repeated']));
  expect(basesOf({ kind: 'filters', of: 'bundles', name: 'title', line: 1 })).toEqual([
    { by: 'requirements', ids: ['filter.bundles.title-text', 'filter.bundles.title-start'] },
  ]);
});

test('an address that it is given is masked behind its name', async () => {
  const { AddressMask } = await import('../../harness/address-mask.js');
  const mask = new AddressMask();
  expect(mask.masked('?title=bob@example.org')).toBe('?title=b***@e***');
  expect(mask.masked('?other=bob@example.org')).toBe('?o***@e***');
});
