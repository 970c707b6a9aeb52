import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { always } from '../../fixtures/reference/view.js';
import { covers } from '../../suites/covers.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const KILLS: readonly Kill[] = [
  kill('cover.list', '1.1', 'the list comes in an envelope', (behaviour) => {
    wrapInEnvelope(behaviour, 'covers/');
  }),
  kill('cover.detail', '1.4', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'covers/:id/');
  }),
  kill('cover.fields', '1.0', 'a cover letter without series', ({ fields }) => {
    leaveOut('series', fields.cover.list, fields.cover.detail);
  }),
  kill('cover.fields.detail', '1.2', 'a detail without content', ({ fields }) => {
    leaveOut('content', fields.cover.detail);
  }),
  kill('cover.fields.since-1.1', '1.1', 'a cover letter without mbox', ({ fields }) => {
    leaveOut('mbox', fields.cover.list, fields.cover.detail);
  }),
  kill('cover.fields.since-1.2', '1.2', 'a cover letter without list_archive_url', ({ fields }) => {
    leaveOut('list_archive_url', fields.cover.list, fields.cover.detail);
  }),
  kill('cover.absent.before-1.1', '1.0', 'comments of a cover letter in 1.0', ({ fields }) => {
    showTooEarly('comments', '1.0', fields.cover.list, fields.cover.detail);
  }),
  kill(
    'cover.absent.before-1.2',
    '1.1',
    'list_archive_url of a cover letter in 1.1',
    ({ fields }) => {
      showTooEarly('list_archive_url', '1.1', fields.cover.list, fields.cover.detail);
    },
  ),
  kill('cover.types', '1.3', 'a cover letter with one series, not an array', ({ fields }) => {
    replace('series', () => ({}), fields.cover.list, fields.cover.detail);
  }),
  kill('cover.headers', '1.2', 'headers as an array', ({ fields }) => {
    replace('headers', () => ['Subject: hello'], fields.cover.detail);
  }),
  kill('cover.embedded.fields', '1.0', 'an embedded cover letter without msgid', ({ fields }) => {
    leaveOut('msgid', fields.cover.embedded);
  }),
  kill(
    'cover.embedded.fields.since-1.1',
    '1.1',
    'an embedded cover letter without mbox',
    ({ fields }) => {
      leaveOut('mbox', fields.cover.embedded);
    },
  ),
  kill(
    'cover.embedded.fields.since-1.2',
    '1.4',
    'an embedded cover letter without list_archive_url',
    ({ fields }) => {
      leaveOut('list_archive_url', fields.cover.embedded);
    },
  ),
  kill(
    'cover.embedded.absent.before-1.1',
    '1.0',
    'an embedded cover letter with web_url in 1.0',
    ({ fields }) => {
      showTooEarly('web_url', '1.0', fields.cover.embedded);
    },
  ),
  kill(
    'cover.embedded.absent.before-1.2',
    '1.1',
    'an embedded cover letter with list_archive_url in 1.1',
    ({ fields }) => {
      showTooEarly('list_archive_url', '1.1', fields.cover.embedded);
    },
  ),
  kill('cover.list.summary', '1.3', 'a list that blanks the content', ({ fields }) => {
    fields.cover.list.content = always(() => null);
  }),
  kill(
    'cover.comments.leads-to-comments',
    '1.3',
    'comments of the next cover letter',
    ({ addresses }) => {
      const { coverComments } = addresses.nested;
      addresses.nested.coverComments = (row, view) =>
        coverComments({ ...row, id: row.id + 1 }, view);
    },
  ),
  kill(
    'cover.content.as-sent',
    '1.2',
    'cover content ascii only',
    faultNamed('cover-content-ascii-only').apply,
  ),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(covers));
});
