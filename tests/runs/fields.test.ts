import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { always } from '../../fixtures/reference/view.js';
import type { Report } from '../../harness/report.js';
import { fieldsPart } from '../../reporters/view/fields.js';
import { VERSIONS } from '../../specification/versions.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { leaveOut, showTooEarly } from '../suites/sabotage.js';

/** The fields in the report of a run, and the title of their table. */
async function fieldsOf(behaviour: Behaviour, only = 'version.more-fields') {
  const reference = await startReference({ behaviour });
  const { user, other, maintainer } = reference.roles;
  const env = {
    CONFORMANCE_BASE_URL: reference.url,
    CONFORMANCE_USER_TOKEN: user.token,
    CONFORMANCE_OTHER_TOKEN: other.token,
    CONFORMANCE_MAINTAINER_TOKEN: maintainer.token,
  };
  try {
    return await inNewFolder(async (cwd) => {
      await conformance(['run', '--quiet', '--report', 'r.json', '--only', only], { cwd, env });
      const { fields } = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report;
      return { fields, title: fieldsPart({ fields }, true)?.title };
    });
  } finally {
    await reference.stop();
  }
}

test.concurrent('a report has each field of each version once, and of the reference no mismatch', async () => {
  const { fields, title } = await fieldsOf(soundBehaviour());
  expect(fields.filter(({ seen }) => seen === 'always').length).toBeGreaterThan(700);
  expect(new Set(fields.map(({ version }) => version))).toEqual(new Set(VERSIONS));
  const names = fields.map((each) => [each.resource, each.form, each.field, each.version].join());
  expect(names).toEqual([...new Set(names)]);
  expect(title).toBe('Fields: no mismatch, 6 additions');
});

test.concurrent('what departs is counted, and a field that comes and goes is seen sometimes', async () => {
  const behaviour = soundBehaviour();
  leaveOut('mbox', behaviour.fields.cover.list);
  showTooEarly('list_archive_url', '1.1', behaviour.fields.cover.list);
  behaviour.fields.user.list['\u001b[2Jgone'] = always(() => 'x');
  faultNamed('ordered-covers-without-submitter').apply(behaviour);
  const { fields, title } = await fieldsOf(behaviour, 'version.more-fields,consistency');
  expect(title).toBe('Fields: 3 mismatches, 7 additions');
  expect(fields.find(({ field }) => field === 'submitter')?.seen).toBe('sometimes');
});

test.concurrent('a run that does not look at the forms tells nothing of the fields', async () => {
  expect(await fieldsOf(soundBehaviour(), 'root.answers')).toEqual({
    fields: [],
    title: undefined,
  });
});
