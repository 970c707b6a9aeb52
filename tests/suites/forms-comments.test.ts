import { expect, test } from 'vitest';
import { comments } from '../../suites/comments.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, leaveOut, replace, showTooEarly, wrapInEnvelope } from './sabotage.js';

const KILLS: readonly Kill[] = [
  kill('comment.cover.list', '1.3', 'the list comes in an envelope in 1.3', (behaviour) => {
    wrapInEnvelope(behaviour, 'covers/:id/comments/');
  }),
  kill('comment.patch.detail', '1.4', 'the detail crashes', (behaviour) => {
    crash(behaviour, 'patches/:id/comments/:child/');
  }),
  kill('comment.fields', '1.1', 'a comment without subject', ({ fields }) => {
    leaveOut('subject', fields.coverComment.list);
  }),
  kill('comment.fields.web-url', '1.2', 'a comment without web_url', ({ fields }) => {
    leaveOut('web_url', fields.coverComment.list);
  }),
  kill('comment.fields.since-1.2', '1.2', 'a comment without list_archive_url', ({ fields }) => {
    leaveOut('list_archive_url', fields.coverComment.list);
  }),
  kill('comment.fields.addressed', '1.3', 'a comment without addressed', ({ fields }) => {
    leaveOut('addressed', fields.patchComment.detail);
  }),
  kill('comment.fields.url', '1.3', 'a patch comment without url', ({ fields }) => {
    leaveOut('url', fields.patchComment.detail);
  }),
  kill('comment.absent.before-1.2', '1.1', 'list_archive_url of a comment in 1.1', ({ fields }) => {
    showTooEarly('list_archive_url', '1.1', fields.coverComment.list);
  }),
  kill('comment.absent.before-1.3', '1.2', 'addressed in 1.2', ({ fields }) => {
    showTooEarly('addressed', '1.2', fields.coverComment.list);
  }),
  kill('comment.types', '1.3', 'addressed as a word', ({ fields }) => {
    replace('addressed', () => 'no', fields.coverComment.list, fields.patchComment.detail);
  }),
  kill('comment.headers', '1.4', 'headers as text', ({ fields }) => {
    replace('headers', () => 'Subject: hello', fields.patchComment.detail);
  }),
];

test.for(KILLS)('$defect: $red', async (kill) => {
  expect(await redRows(kill)).toEqual(kill.red);
});

test('each requirement of the chapter that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(comments));
});
