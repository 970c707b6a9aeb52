import { describe, expect, it } from 'vitest';
import type { Form, ResourceName } from '../../specification/resource.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { aspects, withField } from './aspects.js';
import { event } from './samples.js';

describe('a version gate', () => {
  const WEB_URL = 'https://pw.example.org/x/';
  const GATES: [Version, ResourceName, Form, string, unknown][] = [
    ['1.1', 'bundle', 'list', 'web_url', WEB_URL],
    ['1.1', 'patch', 'embedded', 'web_url', WEB_URL],
    ['1.1', 'cover', 'embedded', 'web_url', WEB_URL],
    ['1.1', 'cover', 'list', 'mbox', WEB_URL],
    ['1.1', 'cover', 'detail', 'comments', WEB_URL],
    ['1.1', 'series', 'list', 'web_url', WEB_URL],
    ['1.1', 'series', 'embedded', 'web_url', WEB_URL],
    ['1.1', 'cover-comment', 'list', 'web_url', WEB_URL],
    ['1.2', 'project', 'embedded', 'commit_url_format', null],
    ['1.2', 'patch-comment', 'list', 'list_archive_url', ''],
    ['1.2', 'event', 'list', 'actor', null],
    ['1.3', 'patch-comment', 'detail', 'url', WEB_URL],
    ['1.3', 'patch-comment', 'detail', 'addressed', false],
    ['1.3', 'cover-comment', 'list', 'addressed', true],
  ];

  it.each(GATES)('has two sides: %s, %s.%s %s', (first, resource, form, field, sound) => {
    for (const version of VERSIONS) {
      const isThere = VERSIONS.indexOf(version) >= VERSIONS.indexOf(first);
      const where = `${resource}.${form} ${field} /${field}`;
      expect(withField(version, resource, form, field, sound)).toEqual(
        isThere ? [] : [`premature ${where}`],
      );
      expect(withField(version, resource, form, field, undefined)).toEqual(
        isThere ? [`missing ${where}`] : [],
      );
    }
  });

  it('of a cover comment url only closes: nothing is said of it from 1.3 on', () => {
    const where = 'cover-comment.list url /url';
    expect(withField('1.2', 'cover-comment', 'list', 'url', WEB_URL)).toEqual([
      `premature ${where}`,
    ]);
    expect(withField('1.3', 'cover-comment', 'list', 'url', undefined)).toEqual([]);
    expect(withField('1.3', 'cover-comment', 'list', 'url', 'x')).toEqual([`type ${where}`]);
  });

  it.each<[ResourceName, Form, string]>([
    ['project', 'list', 'subject_match'],
    ['cover', 'embedded', 'mbox'],
  ])('observes in 1.0 and demands from 1.1: %s.%s %s (B-20, B-22)', (resource, form, field) => {
    const where = `${resource}.${form} ${field} /${field}`;
    expect(withField('1.0', resource, form, field, undefined)).toEqual([]);
    expect(withField('1.0', resource, form, field, 7)).toEqual([`type ${where}`]);
    expect(withField('1.1', resource, form, field, undefined)).toEqual([`missing ${where}`]);
  });

  it('closes the second rendering of headers after 1.0 (B-16)', () => {
    const where = 'type cover.detail headers /headers';
    expect(withField('1.0', 'cover', 'detail', 'headers', ['From: a'])).toEqual([]);
    expect(withField('1.0', 'cover', 'detail', 'headers', [1])).toEqual([`${where}/0`]);
    expect(withField('1.1', 'cover', 'detail', 'headers', ['From: a'])).toEqual([where]);
    expect(withField('1.1', 'cover', 'detail', 'headers', { From: 1 })).toEqual([`${where}/From`]);
    expect(withField('1.1', 'cover', 'detail', 'headers', { To: ['a', 1] })).toEqual([
      `${where}/To/1`,
    ]);
  });

  it('closes the second rendering of the cover-created payload after 1.0 (B-17)', () => {
    const value = (v: Version) => event(v, 'cover-created', { cover: 'a cover' });
    expect(aspects('1.0', 'event', 'list', value('1.0'))).toEqual([]);
    expect(aspects('1.1', 'event', 'list', value('1.1'))).toEqual([
      'type event.payload.cover-created cover /payload/cover',
    ]);
  });
});
