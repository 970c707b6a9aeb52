import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { always } from '../../fixtures/reference/view.js';
import type { Report, SeenField } from '../../harness/report.js';
import { VERSIONS } from '../../specification/versions.js';
import { conformance, inNewFolder, type Outcome } from '../cli/command.js';
import { closedAddress, html, withServer } from '../cli/servers.js';
import { conformant } from '../reporters/reports.js';
import { leaveOut, showTooEarly } from '../suites/sabotage.js';

/** Everything but the credentials. */
async function fieldsOf(reference: Reference, ...args: string[]): Promise<Outcome> {
  const { user, other, maintainer } = reference.roles;
  const env = {
    CONFORMANCE_BASE_URL: reference.url,
    CONFORMANCE_USER_TOKEN: user.token,
    CONFORMANCE_OTHER_TOKEN: other.token,
    CONFORMANCE_MAINTAINER_TOKEN: maintainer.token,
  };
  return inNewFolder((cwd) => conformance(['fields', ...args], { cwd, env }));
}

async function reported(...args: string[]): Promise<Report> {
  return inNewFolder(async (cwd) => {
    await conformance(['demo', '--quiet', '--report', 'r.json', ...args], { cwd });
    return JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report;
  });
}

const name = ({ resource, form, field, version }: SeenField) =>
  `${resource} ${form} ${field} ${version}`;

test.concurrent('a table of the reference: which field in which version, and no mismatch', async () => {
  const reference = await startReference();
  const { status, stdout, stderr } = await fieldsOf(reference);
  await reference.stop();
  expect(stdout).toMatch(/^cover ─+ {3}1\.0 {3}1\.1 {3}1\.2 {3}1\.3 {3}1\.4$/m);
  expect(stdout).toMatch(/^ {4}list_archive_url +· +· +● +● +●$/m);
  expect(stdout).toMatch(/^ {4}show_dependencies +· +· +· +· +●\+$/m);
  expect(stdout).toMatch(/\nno mismatch, 6 additions\n$/);
  expect([status, stderr]).toEqual([0, '']);
});

test.concurrent('a report holds the same fields as the table asks for', async () => {
  const reference = await startReference();
  const asked = await fieldsOf(reference, '--json');
  await reference.stop();
  const { fields } = await reported('--only', 'version.more-fields');
  expect(fields.filter(({ seen }) => seen === 'always').length).toBeGreaterThan(700);
  expect(new Set(fields.map(({ version }) => version))).toEqual(new Set(VERSIONS));
  expect(fields.map(name)).toEqual([...new Set(fields.map(name))]);
  expect(JSON.parse(asked.stdout)).toEqual(fields);
});

test.concurrent('a run that does not look at the forms tells nothing of the fields', async () => {
  expect((await reported('--only', 'root.answers')).fields).toEqual([]);
});

test.concurrent('--versions leaves out columns, of an instance and of a report', async () => {
  const reference = await startReference();
  const asked = await fieldsOf(reference, '--versions', '1.2..1.3');
  await inNewFolder(async (cwd) => {
    const args = ['--only', 'version.more-fields', '--report', 'r.json'];
    await conformance(['demo', ...args], { cwd });
    const stored = ['fields', 'r.json', '--versions', '1.2..1.3'];
    const { status, stdout } = await conformance(stored, { cwd });
    expect(stdout).toBe(asked.stdout);
    expect(status).toBe(0);
  });
  await reference.stop();
  expect(asked.stdout).toMatch(/^cover ─+ {3}1\.2 {3}1\.3$/m);
});

test.concurrent('what departs is marked and counted; a hostile name is shown, not obeyed', async () => {
  const behaviour = soundBehaviour();
  leaveOut('mbox', behaviour.fields.cover.list);
  showTooEarly('list_archive_url', '1.1', behaviour.fields.cover.list);
  behaviour.fields.user.list['\u001b[2Jgone'] = always(() => 'x');
  const reference = await startReference({ behaviour });
  const { status, stdout } = await fieldsOf(reference);
  await reference.stop();
  expect(stdout).toMatch(/^ {4}mbox +· +○! +○! +○! +○!$/m);
  expect(stdout).toMatch(/^ {4}list_archive_url +· +●\+ +● +● +●$/m);
  expect(stdout).toMatch(/^ {4}\\u\{1b\}\[2Jgone +●\+ +●\+ +●\+ +●\+ +●\+$/m);
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toMatch(
    /\n {4}cover list: mbox in 1\.1 1\.2 1\.3 1\.4\n\n2 mismatches, 7 additions\n$/,
  );
  expect(status).toBe(0);
});

test.concurrent('a field that comes and goes for the same object is seen sometimes', async () => {
  const behaviour = soundBehaviour();
  faultNamed('ordered-covers-without-submitter').apply(behaviour);
  const reference = await startReference({ behaviour });
  const { stdout } = await fieldsOf(reference);
  await reference.stop();
  expect(stdout).toMatch(/^ {4}submitter .*◐!/m);
});

test.concurrent('without a token what is for those who sign in is unknown, and that is said', async () => {
  const reference = await startReference();
  const { status, stdout } = await inNewFolder((cwd) =>
    conformance(['fields', '--base-url', reference.url], { cwd }),
  );
  await reference.stop();
  expect(stdout).toMatch(
    /\nNo object seen of: user list, user detail, person list, person detail,/,
  );
  expect(stdout).toMatch(/\nno mismatch/);
  expect(status).toBe(0);
});

const REPORTS: [name: string, text: string, expected: RegExp][] = [
  ['text.json', 'hello', /text\.json is not a report: it is not JSON/],
  [
    'list.json',
    '[]',
    /list\.json is not a report: expected JSON of the format conformance-report\/1/,
  ],
  [
    'other.json',
    '{"format":"conformance-report/2"}',
    /other\.json is a report of the newer format/,
  ],
  ['half.json', '{"format":"conformance-report/1","fields":[{}]}', /half\.json is damaged/],
  ['none.json', JSON.stringify({ ...conformant(), fields: [] }), /none\.json has no fields/],
];

test.concurrent.for(REPORTS)(
  '%s is one clear line and status 2',
  async ([file, text, expected], { expect }) => {
    await inNewFolder(async (cwd) => {
      await writeFile(join(cwd, file), text);
      const { status, stdout, stderr } = await conformance(['fields', file], { cwd });
      expect(stderr).toMatch(expected);
      expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
    });
  },
);

test.concurrent('where there is nothing to ask, one clear line and status 2', async () => {
  const lines = await inNewFolder(async (cwd) => [
    await conformance(['fields'], { cwd }),
    await conformance(['fields', 'nowhere.json'], { cwd }),
    await conformance(['fields', 'one.json', 'two.json'], { cwd }),
    await conformance(['fields', '--base-url', await closedAddress()], { cwd }),
    await withServer(html, (url) => conformance(['fields', '--base-url', url], { cwd })),
  ]);
  expect(lines.map(({ status, stdout }) => [status, stdout])).toEqual(lines.map(() => [2, '']));
  for (const { stderr } of lines) expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
  expect(lines[1]?.stderr).toContain('nowhere.json cannot be read: no such file');
  expect(lines[3]?.stderr).toContain('connection refused');
});
