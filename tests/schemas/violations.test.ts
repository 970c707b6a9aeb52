import { describe, expect, it, test } from 'vitest';
import { isMessages, schemaViolations } from '../../schemas/validate.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import type { Version } from '../../specification/versions.js';
import { recordedBy } from './recorded.js';

const RECORDED = recordedBy('main');

/** A recorded value of that form; of events one of that category. */
function sound(version: Version, where: string, category?: string): Record<string, unknown> {
  const found = RECORDED.map((each) => ({ ...each, value: each.value as Record<string, unknown> }))
    .filter((each) => each.version === version && `${each.resource}.${each.form}` === where)
    .find(({ value }) => category === undefined || value.category === category);
  if (found === undefined) throw new RangeError(`no ${where} was recorded`);
  return found.value;
}

/** A copy in which the place is gone, or holds something else. */
function changed(value: object, pointer: string, to?: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone({ ...value });
  const path = pointer.split('/').slice(1);
  const last = path.pop() ?? '';
  const holder = path.reduce<object>((outer, key) => Reflect.get(outer, key), copy);
  if (to === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, to);
  return copy;
}

function violations(version: Version, where: string, value: unknown) {
  const [resource, form] = where.split('.') as [ResourceName, Form];
  return schemaViolations(version, resource, form, value);
}

/** The violations of a value, a line each: aspect, table, pointer. */
function lines(version: Version, where: string, value: unknown): string[] {
  return violations(version, where, value).map(
    ({ aspect, table, pointer }) => `${aspect} ${table} ${pointer}`,
  );
}

/** The same, of a recorded value in which one place holds something else, or is gone. */
function withField(version: Version, where: string, pointer: string, to: unknown): string[] {
  return lines(version, where, changed(sound(version, where), pointer, to));
}

function mayBe(where: string, pointer: string, value: unknown): boolean {
  return withField('1.4', where, pointer, value).length === 0;
}

describe('a schema violation', () => {
  it.each<[place: string, to: unknown, violation: string, expected: string]>([
    [
      '1.2 cover.list /project/list_archive_url',
      undefined,
      'missing project.embedded',
      'to be present (since 1.2)',
    ],
    ['1.0 series.detail /patches/0/web_url', 7, 'premature patch.embedded', 'absent before 1.1'],
    ['1.3 check.detail /id', '4', 'type check.detail', 'an integer'],
    ['1.4 bundle.detail /patches/0', 3, 'type bundle.detail', 'an embedded patch object'],
  ])('names the place %s that is %j', (place, received, violation, expected) => {
    const [version, where = '', pointer = ''] = place.split(' ') as [Version, string, string];
    const [aspect, table] = violation.split(' ');
    const found = violations(version, where, changed(sound(version, where), pointer, received));
    expect(found).toMatchObject([{ pointer, received, aspect, table, expected }]);
  });

  it('is one for a value that is no object, and one for each defect of an object', () => {
    for (const value of [null, 7, 'text', [], true, undefined]) {
      expect(lines('1.1', 'project.list', value)).toEqual(['type project.list ']);
    }
    const value = { ...sound('1.0', 'person.detail'), id: true, url: '/people/2/', extra: 1 };
    expect(lines('1.0', 'person.detail', value)).toEqual([
      'type person.detail /id',
      'type person.detail /url',
    ]);
  });

  it.each<[what: string, Version, string, string, unknown, string[]]>([
    ['B-14', '1.1', 'user.detail', '/settings', undefined, []],
    ['B-14', '1.2', 'user.detail', '/settings', null, ['type user.detail /settings']],
    ['B-16', '1.0', 'cover.detail', '/headers', ['From: a'], []],
    ['B-16', '1.0', 'cover.detail', '/headers', [1], ['type cover.detail /headers/0']],
    ['B-16', '1.1', 'cover.detail', '/headers', ['From: a'], ['type cover.detail /headers']],
    ['B-16', '1.1', 'cover.detail', '/headers', { To: [1] }, ['type cover.detail /headers/To/0']],
    ['B-20', '1.0', 'project.list', '/subject_match', undefined, []],
    ['B-20', '1.0', 'project.list', '/subject_match', 7, ['type project.list /subject_match']],
    ['cover comments', '1.3', 'cover-comment.list', '/url', undefined, []],
    ['cover comments', '1.3', 'cover-comment.list', '/url', 'x', ['type cover-comment.list /url']],
  ])(
    'is as docs/verdicts.md says (%s): in %s %s %s %j',
    (_, version, where, pointer, to, found) => {
      expect(withField(version, where, pointer, to)).toEqual(found);
    },
  );
});

describe('an event', () => {
  it('has the payload of its category, with violations in the innermost table', () => {
    const delegated = sound('1.1', 'event.list', 'patch-delegated');
    expect(lines('1.1', 'event.list', { ...delegated, payload: {} })).toEqual(
      expect.arrayContaining(['missing event.payload.patch-delegated /payload/patch']),
    );
    const broken = changed(delegated, '/payload/patch/msgid', null);
    expect(lines('1.1', 'event.list', broken)).toContain(
      'type patch.embedded /payload/patch/msgid',
    );
  });

  it('may show a cover letter as text in 1.0 (B-17), and relations as text or null (B-18)', () => {
    const payload = '/payload/cover';
    const cover = (version: Version) =>
      changed(sound(version, 'event.list', 'cover-created'), payload, 'a cover');
    expect(lines('1.2', 'event.list', cover('1.2'))).toEqual([
      `type event.payload.cover-created ${payload}`,
    ]);
    expect(lines('1.0', 'event.list', cover('1.0'))).toEqual(['premature event.list /actor']);
    const relation = sound('1.3', 'event.list', 'patch-relation-changed');
    expect(lines('1.3', 'event.list', changed(relation, '/payload/previous_relation', 5))).toEqual([
      'type event.payload.patch-relation-changed /payload/previous_relation',
    ]);
  });

  it('of a category that is not shown may carry anything (B-7)', () => {
    for (const category of ['series-created', 'sonnet-written', '__proto__']) {
      const event = { ...sound('1.3', 'event.list'), category };
      for (const payload of [{ x: 1 }, 'x', null]) {
        expect(lines('1.3', 'event.list', { ...event, payload })).toEqual([]);
      }
    }
  });
});

describe('blank (B-13)', () => {
  const mayBeBlank = (where: string, field: string) =>
    [null, '', 5].map((value) => mayBe(where, `/${field}`, value));

  const TEXT = [true, true, false];
  const NULL_ONLY = [true, false, false];
  const NEITHER = [false, false, false];

  it.each([
    [TEXT, 'project.detail', 'web_url scm_url webscm_url list_archive_url list_archive_url_format'],
    [TEXT, 'project.detail', 'commit_url_format subject_match'],
    [TEXT, 'user.detail', 'first_name last_name email'],
    [TEXT, 'cover.detail', 'content submitter/name submitter/email series/0/name'],
    [
      TEXT,
      'series.detail',
      'patches/0/name patches/0/list_archive_url patches/0/web_url web_url mbox',
    ],
    [TEXT, 'patch-comment.detail', 'subject content'],
    [TEXT, 'check.detail', 'target_url context description'],
    [TEXT, 'project.detail', 'list_email'],
    [TEXT, 'bundle.detail', 'web_url mbox'],
    [NULL_ONLY, 'person.detail', 'user'],
    [NULL_ONLY, 'project.detail', 'maintainers'],
    [NULL_ONLY, 'bundle.detail', 'project owner'],
    [NULL_ONLY, 'cover.detail', 'project submitter headers'],
    [NULL_ONLY, 'patch-comment.detail', 'submitter headers'],
    [NULL_ONLY, 'check.detail', 'user'],
    [NULL_ONLY, 'event.list', 'project'],
    [NULL_ONLY, 'series.detail', 'cover_letter'],
    [NULL_ONLY, 'event.list', 'actor'],
    [NULL_ONLY, 'patch-comment.detail', 'addressed'],
    [NULL_ONLY, 'cover-comment.list', 'addressed'],
    [NEITHER, 'project.detail', 'name link_name list_id'],
    [NEITHER, 'user.detail', 'url username'],
    [NEITHER, 'series.detail', 'received_all patches patches/0/msgid'],
    [NEITHER, 'bundle.detail', 'patches public'],
    [TEXT, 'cover.detail', 'comments'],
    [NULL_ONLY, 'cover.detail', 'series'],
    [NEITHER, 'cover.detail', 'msgid'],
    [NEITHER, 'check.detail', 'state date'],
    [NEITHER, 'event.list', 'category'],
  ])('null, "" and 5 are sound or not (%j): %s %s', (expected, where, fields) => {
    for (const field of fields.split(' ')) {
      expect([field, ...mayBeBlank(where, field)]).toEqual([field, ...expected]);
    }
  });
});

describe('text', () => {
  const DATES = [
    '2024-01-01T10:05:19',
    '2024-02-29T23:59:60Z',
    '2024-01-01T10:05:19.123456+02:00',
    '2024-01-01T10:05:19-0530',
    '2024-01-01T05:29:60+05:30',
  ];
  const NO_DATES = [
    '2024-01-01 10:05:19',
    '2024-13-01T10:05:19Z',
    '2023-02-29T10:05:19Z',
    '2024-01-01T10:05:60Z',
    '2024-01-01t10:05:19Z',
    ...['2024-01-01T25:05:19Z', 'Mon, 01 Jan 2024 10:05:19 GMT', '2024-01-01T10:05:19Z\n'],
    ...['2024-01-01', 1704103519, null, ''],
  ];
  const URLS = ['http://a', 'HTTPS://a.example.org:8080/p?q#f', 'http://[::1]:8000/api/1.0/'];
  const NO_URLS = ['/patch/1/mbox/', '//a/b', 'ftp://a/', 'http://', 'http:///x', 'http://a b/'];

  it.each<[what: string, where: string, pointer: string, sound: unknown[], wrong: unknown[]]>([
    ['a date (B-15)', 'series.detail', '/patches/0/date', DATES, NO_DATES],
    ['a URL', 'series.detail', '/patches/0/mbox', URLS, NO_URLS],
    // The syntax of what is filled in by hand is a requirement of its own.
    ['a URL by hand', 'project.detail', '/scm_url', ['git@git.example.org:lab'], []],
    ['an address', 'project.detail', '/list_email', ['list@localhost'], ['nobody']],
  ])('has a form: %s', (_, where, pointer, right, wrong) => {
    expect(right.filter((value) => !mayBe(where, pointer, value))).toEqual([]);
    expect(wrong.filter((value) => mayBe(where, pointer, value))).toEqual([]);
  });

  // A regular expression that is not linear would let the test run into its time limit.
  it.each([
    ['date', `2024-01-01T10:05:19.${'1'.repeat(500_000)}!`],
    ['date', 'T'.repeat(500_000)],
    ['mbox', `http://${'a'.repeat(500_000)} `],
    ['mbox', `http:${'/'.repeat(500_000)}`],
  ])('cannot make the patterns slow: %s', (field, text) => {
    expect(withField('1.2', 'series.detail', `/patches/0/${field}`, text)).toHaveLength(1);
  });
});

test('what a 400 says of a field is text, a list of it, or such in an object (B-23)', () => {
  const sound = ['No.', ['No.', 'Never.'], { send_email: ['No.'] }, { a: { b: 'No.' } }];
  const wrong = [[], [7], 7, null, true, { send_email: [] }, { a: { b: 7 } }, [['No.']]];
  expect(sound.filter((value) => !isMessages('1.2', value))).toEqual([]);
  expect(wrong.filter((value) => isMessages('1.2', value))).toEqual([]);
});

describe('a hostile value', () => {
  it('gains nothing by __proto__, and cannot inherit its fields', () => {
    const text = JSON.stringify(sound('1.2', 'cover.detail'));
    const value: unknown = JSON.parse(text.replace('{', '{"__proto__":{"id":"x"},'));
    expect(lines('1.2', 'cover.detail', value)).toEqual([]);
    const headers: unknown = JSON.parse('{"__proto__": 5, "constructor": "x"}');
    expect(withField('1.2', 'cover.detail', '/headers', headers)).toEqual([
      'type cover.detail /headers/__proto__',
    ]);
    const inherited: unknown = Object.create(sound('1.2', 'person.detail'));
    expect(lines('1.2', 'person.detail', inherited)).toHaveLength(5);
  });

  it('repeats one violation a hundred times at most, and loses no other', () => {
    const [patch] = sound('1.4', 'series.detail').patches as object[];
    const items: unknown[] = Array.from({ length: 999 }, () => ({}));
    items.push({ ...patch, web_url: 7 });
    const bundle = changed(sound('1.4', 'bundle.detail'), '/patches', items);
    const found = violations('1.4', 'bundle.detail', bundle);
    expect(found).toHaveLength(8 * 100 + 1);
    expect(found.at(-1)).toMatchObject({ pointer: '/patches/999/web_url', received: 7 });
    const headers = Object.fromEntries(items.map((_, index) => [`X-${index}`, index]));
    expect(withField('1.4', 'cover.detail', '/headers', headers)).toHaveLength(100);
  });
});
