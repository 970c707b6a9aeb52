import { expect, test } from 'vitest';
import type { Cover } from '../../fixtures/reference/model.js';
import type { View } from '../../fixtures/reference/view.js';
import { projects } from '../../suites/projects.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const KILLS: readonly Kill[] = [
  kill('project.list', '1.2', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'projects/');
  }),
  kill('project.detail', '1.0', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'projects/:id/');
  }),
  kill('project.fields', '1.1', 'no maintainers', ({ fields }) => {
    leaveOut('maintainers', fields.project.list, fields.project.detail);
  }),
  kill('project.fields.subject-match', '1.1', 'no subject_match', ({ fields }) => {
    leaveOut('subject_match', fields.project.list, fields.project.detail);
  }),
  kill('project.fields.since-1.2', '1.2', 'no commit_url_format', ({ fields }) => {
    leaveOut('commit_url_format', fields.project.detail, fields.project.list);
  }),
  kill('project.absent.before-1.2', '1.1', 'list_archive_url in 1.1', ({ fields }) => {
    showTooEarly('list_archive_url', '1.1', fields.project.list, fields.project.detail);
  }),
  kill('project.types', '1.3', 'a list_email that is no address', ({ fields }) => {
    replace(
      'list_email',
      () => 'nobody',
      fields.project.list,
      fields.project.detail,
      fields.project.embedded,
    );
  }),
  kill('project.maintainers', '1.0', 'maintainers by their ids', ({ fields }) => {
    replace('maintainers', (row) => row.maintainers, fields.project.list, fields.project.detail);
  }),
  kill('project.embedded.fields', '1.0', 'an embedded project without link_name', ({ fields }) => {
    leaveOut('link_name', fields.project.embedded);
  }),
  kill(
    'project.embedded.fields.since-1.2',
    '1.4',
    'an embedded project without list_archive_url',
    ({ fields }) => {
      leaveOut('list_archive_url', fields.project.embedded);
    },
  ),
  kill(
    'project.embedded.absent.before-1.2',
    '1.0',
    'a cover letter whose project has commit_url_format in 1.0',
    ({ fields }) => {
      const { project } = fields.cover.list;
      const early = (row: Cover, view: View) => ({
        ...Object(project?.render(row, view)),
        commit_url_format: null,
      });
      replace('project', early, fields.cover.list, fields.cover.detail);
    },
  ),
  kill('project.urls', '1.2', 'a web_url that is none', ({ fields }) => {
    replace(
      'web_url',
      () => 'see the wiki',
      fields.project.list,
      fields.project.detail,
      fields.project.embedded,
    );
  }),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(projects));
});
