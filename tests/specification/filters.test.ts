import { expect, test } from 'vitest';
import { COLLECTION_OF } from '../../specification/endpoints.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { tableNamed } from '../../specification/tables.js';

test('each form reads a field that the rows of its list have', () => {
  expect(FILTER_FORMS.length).toBeGreaterThan(30);
  for (const { list, reads } of FILTER_FORMS) {
    const resource = Object.entries(COLLECTION_OF).find(([, name]) => name === list)?.[0];
    const fields = tableNamed(`${resource}.list`).fields.map(({ name }) => name);
    expect(fields, `${list} ${reads.join('.')}`).toContain(reads[0]);
  }
});
