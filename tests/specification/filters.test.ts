import { expect, test } from 'vitest';
import { COLLECTION_OF } from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { LISTS, versionsTaking } from '../../specification/lists.js';
import { tableNamed } from '../../specification/tables.js';
import { ALL, since } from '../../specification/versions.js';

test('each form reads a field that the rows of its list have', () => {
  expect(FILTER_FORMS.length).toBeGreaterThan(30);
  for (const { list, reads } of FILTER_FORMS) {
    const resource = Object.entries(COLLECTION_OF).find(([, name]) => name === list)?.[0];
    const fields = tableNamed(`${resource}.list`).fields.map(({ name }) => name);
    expect(fields, `${list} ${reads.join('.')}`).toContain(reads[0]);
  }
});

test('the versions of lists and of their parameters are those of docs/verdicts.md', () => {
  const versions = Object.fromEntries(LISTS.map((list) => [list.name, list.versions]));
  expect(versions).toMatchObject({
    bundles: ALL,
    patches: ALL,
    'cover-comments': since('1.1'),
    checks: since('1.3'),
  });
  expect(versionsTaking('order', 'events')).toEqual(since('1.2'));
  expect(versionsTaking('q', 'events')).toEqual(ALL);
  expect(versionsTaking('order', 'checks')).toEqual(since('1.3'));
  const email = FILTER_FORMS.find(({ name }) => name === 'submitter-email');
  expect(email?.versions).toEqual(ALL);
});
