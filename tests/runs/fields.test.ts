import { expect, test } from 'vitest';
import { changeSince } from '../../fixtures/faults/behaviour-changes.js';
import { always } from '../../fixtures/reference/view.js';
import { fieldsPart } from '../../reporters/view/fields.js';
import { VERSIONS } from '../../specification/versions.js';
import { credentials, type Otherwise, ran, withInstance } from './instance.js';

/** The fields in the report of a run, and the title of their table. */
async function fieldsOf(otherwise: Otherwise, only: string) {
  const { fields } = await withInstance(otherwise, async (reference) => {
    const args = ['--base-url', reference.url, '--quiet', '--only', only];
    return (await ran(args, { env: credentials(reference) })).report;
  });
  return { fields, title: fieldsPart({ fields }, true)?.title };
}

test('a report has each field of each version once, and of the reference no mismatch', async () => {
  const { fields, title } = await fieldsOf({}, 'conv.blank');
  expect(fields.filter(({ seen }) => seen === 'always').length).toBeGreaterThan(700);
  expect(new Set(fields.map(({ version }) => version))).toEqual(new Set(VERSIONS));
  const names = fields.map((each) => [each.resource, each.form, each.field, each.version].join());
  expect(names).toEqual([...new Set(names)]);
  expect(title).toBe('Fields: no mismatch, 6 additions');
});

test('what departs is counted, and a field that comes and goes is seen sometimes', async () => {
  const otherwise: Otherwise = {
    faults: ['ordered-covers-without-submitter'],
    change({ fields }) {
      delete fields.cover.list.mbox;
      changeSince(fields.cover.list, 'list_archive_url', '1.1');
      fields.user.list['\u001b[2Jgone'] = always(() => 'x');
    },
  };
  const { fields, title } = await fieldsOf(otherwise, 'conv.blank,consistency');
  expect(title).toBe('Fields: 3 mismatches, 7 additions');
  expect(fields.find(({ field }) => field === 'submitter')?.seen).toBe('sometimes');
});

test('a run that does not look at the forms reports no fields', async () => {
  expect(await fieldsOf({}, 'root.answers')).toEqual({ fields: [], title: undefined });
});
