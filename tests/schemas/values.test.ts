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
  const TEXT_MAY_BE: [string, string][] = [
    ['project.detail', 'web_url'],
    ['project.detail', 'scm_url'],
    ['project.detail', 'webscm_url'],
    ['project.detail', 'list_archive_url'],
    ['project.detail', 'list_archive_url_format'],
    ['project.detail', 'commit_url_format'],
    ['project.detail', 'subject_match'],
    ['user.detail', 'first_name'],
    ['user.detail', 'last_name'],
    ['user.detail', 'email'],
    ['person.embedded', 'name'],
    ['person.embedded', 'email'],
    ['series.embedded', 'name'],
    ['patch.embedded', 'name'],
    ['patch.embedded', 'list_archive_url'],
    ['cover.detail', 'content'],
    ['patch-comment.list', 'subject'],
    ['patch-comment.list', 'content'],
    ['check.detail', 'target_url'],
    ['check.detail', 'description'],
  ];
  it.each(TEXT_MAY_BE)('text may be null or "": %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(true);
    expect(isLetThrough(where, field, '')).toBe(true);
    expect(isLetThrough(where, field, 5)).toBe(false);
  });

  const OTHERS_MAY_BE: [string, string][] = [
    ['person.detail', 'user'],
    ['series.detail', 'cover_letter'],
    ['event.list', 'actor'],
    ['patch-comment.list', 'addressed'],
    ['cover-comment.list', 'addressed'],
  ];
  it.each(OTHERS_MAY_BE)('others may be null, but not "": %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(true);
    expect(isLetThrough(where, field, '')).toBe(false);
  });

  const NONE_MAY_BE: [string, string][] = [
    ['project.detail', 'id'],
    ['project.detail', 'name'],
    ['project.detail', 'link_name'],
    ['project.detail', 'list_id'],
    ['project.detail', 'list_email'],
    ['project.detail', 'maintainers'],
    ['user.detail', 'url'],
    ['user.detail', 'username'],
    ['patch.embedded', 'msgid'],
    ['patch.embedded', 'web_url'],
    ['bundle.detail', 'project'],
    ['bundle.detail', 'owner'],
    ['bundle.detail', 'public'],
    ['cover.detail', 'submitter'],
    ['cover.detail', 'comments'],
    ['cover.detail', 'headers'],
    ['series.detail', 'received_all'],
    ['series.detail', 'total'],
    ['check.detail', 'user'],
    ['check.detail', 'state'],
    ['check.detail', 'context'],
    ['event.list', 'category'],
    ['error.detail', 'detail'],
  ];
  it.each(NONE_MAY_BE)('the rest may be neither: %s %s', (where, field) => {
    expect(isLetThrough(where, field, null)).toBe(false);
    expect(isLetThrough(where, field, '')).toBe(false);
  });
});

describe('a field filled in by hand', () => {
  it('may be any text: its syntax is a requirement of its own', () => {
    expect(isLetThrough('project.detail', 'scm_url', 'git@git.example.org:lab')).toBe(true);
    expect(isLetThrough('project.detail', 'commit_url_format', '{}')).toBe(true);
  });
});

describe('an e-mail address', () => {
  it('holds an @', () => {
    expect(isLetThrough('project.detail', 'list_email', 'list@localhost')).toBe(true);
    expect(isLetThrough('project.detail', 'list_email', 'nobody')).toBe(false);
    expect(isLetThrough('user.detail', 'email', 'nobody')).toBe(false);
  });
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
