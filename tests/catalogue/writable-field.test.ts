import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { flag } from '../../fixtures/reference/writable/readers.js';
import { writable } from '../../fixtures/reference/writable/store.js';

// One line in specification/resources makes a field writable; all else follows. Whatever reads the table
// is loaded anew, with that line in it.
const PROJECT_TABLE = '../../specification/resources/project.js';

beforeAll(() => {
  vi.resetModules();
  vi.doMock(PROJECT_TABLE, async (original) => {
    const { project } = await original<typeof import('../../specification/resources/project.js')>();
    const show_dependencies = {
      type: 'boolean',
      in: ['list', 'detail'],
      since: '1.4',
      writable: { kind: 'flag' },
    };
    return { project: { ...project, fields: { ...project.fields, show_dependencies } } };
  });
});

afterAll(() => {
  vi.doUnmock(PROJECT_TABLE);
  vi.resetModules();
});

test('a writable field has its requirements, from its version on', async () => {
  const { projectWrites } = await import('../../suites/project-writes/project-writes.js');
  const own = projectWrites.requirements.filter(({ id }) => id.endsWith('.show-dependencies'));
  expect(own.map(({ id, versions }) => [id, versions])).toEqual([
    ['project.update.show-dependencies', ['1.4']],
    ['project.update.invalid.show-dependencies', ['1.4']],
  ]);
});

test('it is in the body of the OpenAPI document of its version, and of no older one', async () => {
  const { openApi } = await import('../../schemas/openapi/document.js');
  const bodyOf = (version: '1.3' | '1.4') =>
    JSON.stringify(at(openApi(version), 'paths', '/projects/{id}/', 'patch', 'requestBody'));
  expect(bodyOf('1.4')).toContain('"show_dependencies":{"type":"boolean"}');
  expect(bodyOf('1.3')).not.toContain('show_dependencies');
});

test('it is given random values, and a client profile that updates projects rests on it', async () => {
  const { valuesOf } = await import('../../suites/support/writing/values.js');
  const { PROJECT } = await import('../../suites/support/writing/subjects.js');
  const { default: fc } = await import('fast-check');
  const [value] = fc.sample(valuesOf(PROJECT.fields, 'x'), { numRuns: 1, seed: 1 });
  expect(value).toHaveProperty('show_dependencies');
  const { basesOf } = await import('../../analysis/client-profile/vocabulary.js');
  const bases = JSON.stringify(basesOf({ kind: 'writes', name: 'project.update', line: 1 }));
  expect(bases).toContain('project.update.show-dependencies');
});

test('the journal keeps it, whether a body names it or a PUT may have blanked it; and it is put back', async () => {
  const behaviour = soundBehaviour();
  behaviour.writable.project.show_dependencies = writable(flag(), (row, value) => {
    row.show_dependencies = value;
  });
  const reference = await startReference({ behaviour });
  const { linesOf, writing } = await import('../harness/writing.js');
  try {
    const before = reference.snapshot();
    const reported = await writing(reference.url, reference, async ({ write, as, journal }) => {
      const maintainer = as('maintainer', '1.4');
      const send = (method: 'PATCH' | 'PUT', json: unknown) =>
        write.send(maintainer, method, 'projects/tideline/', { json });
      await send('PATCH', { show_dependencies: false });
      expect(reference.snapshot()).not.toEqual(before);
      await send('PUT', { web_url: 'https://example.org/' });
      const kept = linesOf(journal).filter((line) => line.includes('show_dependencies'));
      const entries = kept.map((line) => (JSON.parse(line) as { entry: string }).entry);
      expect(entries.filter((entry) => entry !== 'shown')).toEqual(['original', 'write', 'write']);
    });
    expect(reported.notRestored).toEqual([]);
    expect(reference.snapshot()).toEqual(before);
  } finally {
    await reference.stop();
  }
});

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => (inner as Record<string, unknown>)[name], value);
}
