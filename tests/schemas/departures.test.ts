import { describe, expect, it } from 'vitest';
import { VERSIONS } from '../../harness/version.js';
import { departures, fieldsOf } from '../../schemas/departures.js';
import { aspects, withField } from './aspects.js';
import { changed } from './places.js';
import { event, payloads, sample } from './samples.js';

describe('a departure', () => {
  it('names a field that is missing, and since when it has to be there', () => {
    const value = changed(sample('1.2', 'cover', 'list'), ['project', 'list_archive_url']);
    expect(departures('1.2', 'cover', 'list', value)).toEqual([
      {
        aspect: 'missing',
        table: 'project.embedded',
        field: 'list_archive_url',
        pointer: '/project/list_archive_url',
        expected: 'to be there (since 1.2)',
        received: undefined,
        since: '1.2',
      },
    ]);
  });

  it('names a field that comes before its version, once, whatever it holds', () => {
    const value = changed(sample('1.0', 'series', 'detail'), ['patches', '1', 'web_url'], 7);
    expect(departures('1.0', 'series', 'detail', value)).toEqual([
      {
        aspect: 'premature',
        table: 'patch.embedded',
        field: 'web_url',
        pointer: '/patches/1/web_url',
        expected: 'absent before 1.1',
        received: 7,
        since: '1.1',
      },
    ]);
  });

  it('names a field of the wrong type', () => {
    const value = changed(sample('1.3', 'check', 'detail'), ['id'], '4');
    expect(departures('1.3', 'check', 'detail', value)).toEqual([
      {
        aspect: 'type',
        table: 'check.detail',
        field: 'id',
        pointer: '/id',
        expected: 'an integer',
        received: '4',
      },
    ]);
  });

  it.each([null, 7, 'text', [], true, undefined])(
    'is one for a value that is no object: %j',
    (it) => {
      expect(departures('1.1', 'project', 'list', it)).toEqual([
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
    expect(departures('1.4', 'bundle', 'detail', items)).toEqual([
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

  it('is none for fields that SPEC.md does not list', () => {
    expect(withField('1.4', 'project', 'detail', 'show_dependencies', true)).toEqual([]);
  });

  it('cannot be asked of a form that a resource does not have', () => {
    expect(() => departures('1.0', 'patch', 'list', {})).toThrow(RangeError);
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

  it('departs in the innermost table', () => {
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

  it('cannot make the patterns slow', () => {
    const long = `http://${'a'.repeat(500_000)} `;
    const started = performance.now();
    expect(withField('1.2', 'patch', 'embedded', 'mbox', long)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('fieldsOf', () => {
  it('says what a version makes of each field, later ones included', () => {
    const facts = fieldsOf('1.0', 'cover', 'embedded');
    expect(facts).toContainEqual({
      field: 'mbox',
      type: 'an absolute http(s) URL',
      presence: 'optional',
    });
    expect(facts).toContainEqual({
      field: 'list_archive_url',
      type: 'a string or null',
      presence: 'absent',
    });
    expect(facts).toContainEqual({ field: 'id', type: 'an integer', presence: 'required' });
    expect(facts.map(({ field }) => field)).not.toContain('headers');
  });
});
