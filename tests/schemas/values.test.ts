import { describe, expect, it } from 'vitest';
import { isMessages, schemaViolations } from '../../schemas/validate.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { changed } from './places.js';
import { sample } from './samples.js';

function isLetThrough(where: string, field: string, value: unknown): boolean {
  const [resource, form] = where.split('.') as [ResourceName, Form];
  const judged = changed(sample('1.4', resource, form), [field], value);
  return schemaViolations('1.4', resource, form, judged).length === 0;
}

/** Fields with the table of each. */
function places(byTable: Record<string, string[]>): [where: string, field: string][] {
  return Object.entries(byTable).flatMap(([where, fields]) =>
    fields.map((field): [string, string] => [where, field]),
  );
}

describe('a date (B-15)', () => {
  it.each([
    '2024-01-01T10:05:19',
    '2024-01-01T10:05:19Z',
    '2024-02-29T23:59:60Z',
    '2024-01-01T10:05:19.5',
    '2024-01-01T10:05:19.123456+02:00',
    '2024-01-01T10:05:19-0530',
    '2024-01-01T05:29:60+05:30',
  ])('may be %s', (date) => {
    expect(isLetThrough('patch.embedded', 'date', date)).toBe(true);
  });

  it.each([
    '2024-01-01 10:05:19',
    '2024-01-01',
    '2024-13-01T10:05:19Z',
    '2024-04-31T10:05:19Z',
    '2024-02-30T10:05:19Z',
    '2023-02-29T10:05:19Z',
    '2024-01-01T10:05:60Z',
    '2024-01-01t10:05:19Z',
    '2024-01-01T10:05:19z',
    '2024-01-01T25:05:19Z',
    'Mon, 01 Jan 2024 10:05:19 GMT',
    '2024-01-01T10:05:19Z\n',
    '1704103519',
    1704103519,
    null,
    '',
  ])('may not be %j', (date) => {
    expect(isLetThrough('patch.embedded', 'date', date)).toBe(false);
  });
});

describe('a URL made by the machine', () => {
  it.each([
    'http://a/',
    'HTTPS://a.example.org:8080/p?q#f',
    'http://[::1]:8000/api/1.0/',
    'http://a',
  ])('may be %s', (url) => {
    expect(isLetThrough('patch.embedded', 'mbox', url)).toBe(true);
  });

  it.each(['/patch/1/mbox/', '//a/b', 'ftp://a/', 'http://', 'http:///x', 'http://a b/', '', null])(
    'may not be %j',
    (url) => {
      expect(isLetThrough('patch.embedded', 'mbox', url)).toBe(false);
    },
  );
});

describe('blank (B-13)', () => {
  const TEXT_MAY_BE = places({
    'project.detail': [
      'web_url',
      'scm_url',
      'webscm_url',
      'list_archive_url',
      'list_archive_url_format',
      'commit_url_format',
      'subject_match',
    ],
    'user.detail': ['first_name', 'last_name', 'email'],
    'person.embedded': ['name', 'email'],
    'series.embedded': ['name'],
    'patch.embedded': ['name', 'list_archive_url'],
    'cover.detail': ['content'],
    'patch-comment.list': ['subject', 'content'],
    'check.detail': ['target_url', 'description'],
  });
  it.each(TEXT_MAY_BE)('text may be null or "": %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(true);
    expect(isLetThrough(where, field, '')).toBe(true);
    expect(isLetThrough(where, field, 5)).toBe(false);
  });

  const OTHERS_MAY_BE = places({
    'person.detail': ['user'],
    'series.detail': ['cover_letter'],
    'event.list': ['actor'],
    'patch-comment.list': ['addressed'],
    'cover-comment.list': ['addressed'],
  });
  it.each(OTHERS_MAY_BE)('others may be null, but not "": %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(true);
    expect(isLetThrough(where, field, '')).toBe(false);
  });

  const NONE_MAY_BE = places({
    'project.detail': ['id', 'name', 'link_name', 'list_id', 'list_email', 'maintainers'],
    'user.detail': ['url', 'username'],
    'patch.embedded': ['msgid', 'web_url'],
    'bundle.detail': ['project', 'owner', 'public'],
    'cover.detail': ['submitter', 'comments', 'headers'],
    'series.detail': ['received_all', 'total'],
    'check.detail': ['user', 'state', 'context'],
    'event.list': ['category'],
    'error.detail': ['detail'],
  });
  it.each(NONE_MAY_BE)('the rest may be neither: %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(false);
    expect(isLetThrough(where, field, '')).toBe(false);
  });
});

it.each<[where: string, field: string, value: string, isSound: boolean]>([
  // The syntax of what is filled in by hand is a requirement of its own.
  ['project.detail', 'scm_url', 'git@git.example.org:lab', true],
  ['project.detail', 'commit_url_format', '{}', true],
  ['project.detail', 'list_email', 'list@localhost', true],
  ['project.detail', 'list_email', 'nobody', false],
  ['user.detail', 'email', 'nobody', false],
])('%s %s may be %s: %s', (where, field, value, isSound) => {
  expect(isLetThrough(where, field, value)).toBe(isSound);
});

describe('the settings of a user', () => {
  it('are three fields, if they are shown (B-14)', () => {
    expect(isLetThrough('user.detail', 'settings', undefined)).toBe(true);
    expect(isLetThrough('user.detail', 'settings', null)).toBe(false);
    const violations = schemaViolations('1.2', 'user', 'detail', {
      ...sample('1.2', 'user', 'detail'),
      settings: { send_email: 'yes', items_per_page: 30 },
    });
    expect(violations.map(({ aspect, table, field }) => [aspect, table, field])).toEqual([
      ['missing', 'user.settings', 'show_ids'],
      ['type', 'user.settings', 'send_email'],
    ]);
  });
});

describe('what a 400 says of a field (B-23)', () => {
  it.for<unknown>(['No.', ['No.', 'Never.'], { send_email: ['No.'] }, { a: { b: 'No.' } }])(
    'may be %j',
    (value) => expect(isMessages('1.2', value)).toBe(true),
  );

  it.for<unknown>([[], [7], 7, null, true, { send_email: [] }, { a: { b: 7 } }, [['No.']]])(
    'may not be %j',
    (value) => expect(isMessages('1.2', value)).toBe(false),
  );
});
