import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { parseSet, renderSet } from '../../tools/release/requirement-sets.js';
import { copyProject, demoVerdicts, node, type ProjectCopy } from '../project-copy.js';

let copy: ProjectCopy;

/**
 * A copy of the project whose specification has a version 1.5 with a new field, a new writable field and
 * a new filter. The reference has them too.
 */
beforeAll(async () => {
  copy = copyProject();
  const { edit } = copy;
  edit('specification/versions.ts', "'1.4'] as const", "'1.4', '1.5'] as const");
  edit(
    'specification/resources/project.ts',
    /(\n {4}subject_match: .*)/,
    `$1
    is_archived: { type: 'boolean', in: FULL, since: '1.5' },
    motto: { type: 'text', blank: true, in: FULL, since: '1.5', writable: { kind: 'text', most: 40, hazardous: 40 } },`,
  );
  edit(
    'specification/filters.ts',
    '  covers: [',
    `  covers: [
    { parameter: 'subject', says: 'subject of the mail', since: '1.5', forms: [{ value: 'text', reads: ['name'], says: 'by the subject' }] },`,
  );

  edit('fixtures/reference/version.ts', "'1.4'] as const", "'1.4', '1.5'] as const");
  edit(
    'fixtures/reference/model.ts',
    '  show_dependencies: boolean;',
    '  show_dependencies: boolean;\n  motto?: string | null;',
  );
  edit(
    'fixtures/reference/fields/project.ts',
    /(\n {4}show_dependencies: .*)/,
    "$1\n    is_archived: from('1.5', () => false),\n    motto: from('1.5', (row) => row.motto ?? null),",
  );
  edit(
    'fixtures/reference/writable/project.ts',
    '  return {',
    "  return {\n    motto: writable(blankable(text(40)), (row, value) => {\n      row.motto = value;\n    }, { since: '1.5' }),",
  );
  edit(
    'fixtures/reference/filters/tables.ts',
    '    covers: {',
    "    covers: {\n      subject: text('1.5', (row) => row.name),",
  );

  expect((await node(copy.folder, 'build.mjs', 'schemas')).stdout).toBe('');
});

afterAll(() => copy.remove());

test('demo is conformant in the new version, with requirements for all that is new', async () => {
  const [verdicts, before] = await Promise.all([
    demoVerdicts(copy.folder, '--versions', '1.5'),
    demoVerdicts(copy.folder, '--versions', '1.4', '--only', 'project.*,filter.covers.*'),
  ]);
  const of15 = [...verdicts].filter(([cell]) => cell.endsWith(' 1.5'));
  expect(of15.filter(([, verdict]) => verdict === 'pass').length).toBeGreaterThan(300);
  const sound = ['pass', 'observed', 'not-applicable'];
  expect(of15.filter(([, verdict]) => !sound.includes(verdict))).toEqual([]);
  for (const id of [
    'project.fields.since-1.5',
    'project.update.motto',
    'project.update.invalid.motto',
    'filter.covers.subject',
  ]) {
    expect([verdicts.get(`${id} 1.5`), before.get(`${id} 1.4`)]).toEqual([
      'pass',
      'not-applicable',
    ]);
  }
  expect(before.get('project.absent.before-1.5 1.4')).toBe('pass');
});

test('requirements of earlier versions keep their sentences and levels, as frozen sets need', async () => {
  const printed = `
    const { GROUPS } = await import('./dist/cli/catalogue.js');
    const { renderSet } = await import('./dist/tools/release/requirement-sets.js');
    process.stdout.write(renderSet(GROUPS));`;
  const { stdout } = await node(copy.folder, '--input-type=module', '--eval', printed);
  const kept = (text: string) => parseSet(text).map(({ id, says, level }) => ({ id, says, level }));
  expect(kept(stdout)).toEqual(expect.arrayContaining(kept(renderSet(GROUPS))));
  expect(kept(stdout).length).toBeGreaterThan(kept(renderSet(GROUPS)).length);
});
