import { describe, expect, it } from 'vitest';
import { type SchemaViolation, schemaViolations } from '../../schemas/validate.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { aspects, withField } from './aspects.js';
import { changed } from './places.js';
import { event, payloads, sample } from './samples.js';

describe('a schema violation', () => {
  it.each<[Version, ResourceName, Form, string[], unknown, Partial<SchemaViolation>]>([
    [
      '1.2',
      'cover',
      'list',
      ['project', 'list_archive_url'],
      undefined,
      {
        aspect: 'missing',
        table: 'project.embedded',
        expected: 'to be present (since 1.2)',
        since: '1.2',
      },
    ],
    [
      '1.0',
      'series',
      'detail',
      ['patches', '1', 'web_url'],
      7,
      { aspect: 'premature', table: 'patch.embedded', expected: 'absent before 1.1', since: '1.1' },
    ],
    [
      '1.3',
      'check',
      'detail',
      ['id'],
      '4',
      { aspect: 'type', table: 'check.detail', expected: 'an integer' },
    ],
  ])('in %s of %s.%s names the field %j that is %j', (version, resource, form, path, to, found) => {
    const value = changed(sample(version, resource, form), path, to);
    const where = { field: path.at(-1), pointer: `/${path.join('/')}`, received: to };
    expect(schemaViolations(version, resource, form, value)).toEqual([{ ...where, ...found }]);
  });

  it.each([null, 7, 'text', [], true, undefined])(
    'is one for a value that is no object: %j',
    (it) => {
      expect(schemaViolations('1.1', 'project', 'list', it)).toEqual([
        {
          aspect: 'type',
          table: 'project.list',
          field: '',
          pointer: '',
          expected: 'an object',
          received: it,
        },
      ]);
    },
  );

  it('is one for something embedded that is no object, of the field around it', () => {
    expect(withField('1.4', 'bundle', 'detail', 'owner', null)).toEqual([
      'type bundle.detail owner /owner',
    ]);
    const items = changed(sample('1.4', 'bundle', 'detail'), ['patches'], [3]);
    expect(schemaViolations('1.4', 'bundle', 'detail', items)).toEqual([
      {
        aspect: 'type',
        table: 'bundle.detail',
        field: 'patches',
        pointer: '/patches/0',
        expected: 'an embedded patch object',
        received: 3,
      },
    ]);
  });

  it('is one for each defect', () => {
    const value = { ...sample('1.0', 'person', 'embedded'), id: true, url: '/people/2/' };
    expect(aspects('1.0', 'person', 'embedded', value)).toEqual([
      'type person.embedded id /id',
      'type person.embedded url /url',
    ]);
  });

  it('is none for fields that docs/api.md does not list', () => {
    expect(withField('1.4', 'project', 'detail', 'show_dependencies', true)).toEqual([]);
  });

  it('cannot be asked of a form that a resource does not have', () => {
    expect(() => schemaViolations('1.0', 'patch', 'list', {})).toThrow(RangeError);
  });
});

describe('an event', () => {
  it.each(VERSIONS)('has the payload of its category in %s', (version) => {
    const everyCategory = Object.keys(payloads(version));
    expect(everyCategory).toHaveLength(7);
    for (const category of everyCategory) {
      const found = aspects(version, 'event', 'list', event(version, category, {}));
      const keys = Object.keys(payloads(version)[category] ?? {});
      expect(found).toEqual(
        keys.map((key) => `missing event.payload.${category} ${key} /payload/${key}`),
      );
    }
  });

  it('has violations in the innermost table', () => {
    const { patch } = payloads('1.1')['patch-created'] ?? {};
    const broken = changed({ patch: patch ?? {} }, ['patch', 'msgid'], null);
    expect(aspects('1.1', 'event', 'list', event('1.1', 'patch-created', broken))).toEqual([
      'type patch.embedded msgid /payload/patch/msgid',
    ]);
  });

  it.each(['series-created', 'series-completed', 'sonnet-written', '__proto__'])(
    'of a category that is not shown may carry any object: %s (B-7)',
    (category) => {
      expect(aspects('1.3', 'event', 'list', event('1.3', category, { x: 1 }))).toEqual([]);
      expect(aspects('1.3', 'event', 'list', event('1.3', category, 'x'))).toEqual([
        'type event.list payload /payload',
      ]);
    },
  );

  it('has relations that are a string or null (B-18)', () => {
    const payload = { ...payloads('1.2')['patch-relation-changed'], previous_relation: 5 };
    expect(
      aspects('1.2', 'event', 'list', event('1.2', 'patch-relation-changed', payload)),
    ).toEqual([
      'type event.payload.patch-relation-changed previous_relation /payload/previous_relation',
    ]);
  });
});

describe('a hostile value', () => {
  it('gains and loses nothing by __proto__', () => {
    const sound = JSON.stringify(sample('1.2', 'cover', 'detail'));
    const value: unknown = JSON.parse(sound.replace('{', '{"__proto__":{"id":"x"},'));
    expect(aspects('1.2', 'cover', 'detail', value)).toEqual([]);
    const headers: unknown = JSON.parse('{"__proto__": 5, "constructor": "x"}');
    expect(withField('1.2', 'cover', 'detail', 'headers', headers)).toEqual([
      'type cover.detail headers /headers/__proto__',
    ]);
    expect(Object.hasOwn(Object.prototype, 'id')).toBe(false);
  });

  it('cannot inherit its fields', () => {
    const value: unknown = Object.create(sample('1.2', 'person', 'embedded'));
    expect(aspects('1.2', 'person', 'embedded', value)).toHaveLength(4);
  });

  // A regular expression that is not linear would let the test run into its time limit.
  it.each([
    ['date', `2024-01-01T10:05:19.${'1'.repeat(500_000)}!`],
    ['date', 'T'.repeat(500_000)],
    ['mbox', `http://${'a'.repeat(500_000)} `],
    ['mbox', `http:${'/'.repeat(500_000)}`],
  ])('cannot make the patterns slow: %s', (field, text) => {
    expect(withField('1.2', 'patch', 'embedded', field, text)).toHaveLength(1);
  });
});

describe('an array in a value', () => {
  const bundleWith = (items: readonly unknown[]) =>
    changed(sample('1.4', 'bundle', 'detail'), ['patches'], items);
  const patch = sample('1.4', 'patch', 'embedded');

  it('is validated to its end, long as it is', () => {
    const patches: unknown[] = Array.from({ length: 1_234 }, () => patch);
    expect(aspects('1.4', 'bundle', 'detail', bundleWith(patches))).toEqual([]);
    patches[99] = 'no object';
    patches[100] = changed(patch, ['msgid']);
    patches[1_233] = changed(patch, ['id'], '5');
    expect(aspects('1.4', 'bundle', 'detail', bundleWith(patches))).toEqual([
      'type bundle.detail patches /patches/99',
      'missing patch.embedded msgid /patches/100/msgid',
      'type patch.embedded id /patches/1233/id',
    ]);
    expect(schemaViolations('1.4', 'bundle', 'detail', bundleWith(patches))[2]?.received).toBe('5');
  });

  it('does not hide what is wrong around it', () => {
    const value = changed(sample('1.4', 'bundle', 'detail'), ['id']) as object;
    const found = aspects('1.4', 'bundle', 'detail', {
      ...value,
      patches: Array.from({ length: 300 }, () => patch),
    });
    expect(found).toEqual(['missing bundle.detail id /id']);
  });

  it('repeats one violation a hundred times at most, and loses no other', () => {
    const items: unknown[] = Array.from({ length: 9_999 }, () => ({}));
    items.push({ ...patch, web_url: 7 });
    const found = schemaViolations('1.4', 'bundle', 'detail', bundleWith(items));
    expect(found).toHaveLength(8 * 100 + 1);
    expect(found.at(-1)).toMatchObject({ aspect: 'type', pointer: '/patches/9999/web_url' });
    const headers = Object.fromEntries(items.map((_, index) => [`X-${index}`, index]));
    const cover = changed(sample('1.4', 'cover', 'detail'), ['headers'], headers);
    expect(schemaViolations('1.4', 'cover', 'detail', cover)).toHaveLength(100);
  });
});
