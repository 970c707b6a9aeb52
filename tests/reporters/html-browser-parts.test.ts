import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Recorder } from '../../harness/client/recorder.js';
import { Redaction } from '../../harness/redaction.js';
import type { Exchange } from '../../harness/report.js';
import {
  isView,
  readAddress,
  type View,
  writeAddress,
} from '../../reporters/html/browser/address.js';
import { difference, type Piece } from '../../reporters/html/browser/difference.js';
import { harmless } from '../../reporters/html/browser/harmless.js';
import { layOutJson } from '../../reporters/html/browser/json-layout.js';
import { isFiltering, isShown } from '../../reporters/html/browser/row-match.js';
import { printable } from '../../reporters/printable.js';
import { settingsFor } from '../harness/serving.js';

// The parts of the page's script that need no page. The rest is tested in a browser.

/** What the client's recorder keeps of the body of an answer. */
function recorded(text: string): Exchange['response'] {
  const recorder = new Recorder(new Redaction(settingsFor('http://127.0.0.1')));
  const url = 'http://127.0.0.1/api/1.0/people/';
  const answer = { exchange: 1, role: 'anonymous', method: 'GET', url, status: 200 } as const;
  const measured = { at: new Date(0), ms: 1, bytes: Buffer.byteLength(text) };
  return recorder.redacted({ ...answer, headers: {}, text }, { headers: {} }, measured).response;
}

/** Pieces as a text, what is marked between « and ». */
function told(pieces: readonly Piece[] | undefined): string | undefined {
  return pieces?.map(({ text, marked }) => (marked ? `«${text}»` : text)).join('');
}

describe('the difference of two texts', () => {
  it('is what one has and the other has not', () => {
    const cases: [string, string, string, string][] = [
      ['[2,3,1]', '[1,2,3]', '[2,3«,1»]', '[«1,»2,3]'],
      [
        '2024-01-01T09:23:01Z',
        '2024-01-01T09:23:01',
        '2024-01-01T09:23:«01Z»',
        '2024-01-01T09:23:«01»',
      ],
      [
        'https://a.example/api/1.2/',
        'https://a.example/api/1.3/',
        'https://a.example/api/1.«2»/',
        'https://a.example/api/1.«3»/',
      ],
      ['same', 'same', 'same', 'same'],
      ['', 'x', '', '«x»'],
    ];
    for (const [expected, received, left, right] of cases) {
      const both = difference(expected, received);
      expect([told(both.expected), told(both.received)]).toEqual([left, right]);
    }
  });

  it('is all that was received where hardly anything is common', () => {
    const both = difference('absent before 1.2', '{"id":1,"name":"somebody"}');
    expect(told(both.expected)).toBe('absent before 1.2');
    expect(told(both.received)).toBe('«{"id":1,"name":"somebody"}»');
  });

  it('loses nothing of either text, however long', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[ab ,]{0,40}$/));
    fc.assert(
      fc.property(text, text, (expected, received) => {
        const both = difference(expected, received);
        expect(both.expected.map((piece) => piece.text).join('')).toBe(expected);
        expect(both.received.map((piece) => piece.text).join('')).toBe(received);
      }),
    );
    const long = 'word '.repeat(20_000);
    expect(told(difference(`${long}a`, `${long}b`).received)?.endsWith('«b»')).toBe(true);
  });
});

describe('JSON in lines', () => {
  it('is indented, token for token', () => {
    expect(told(layOutJson('{"a":[1,{"b":null}],"c":{},"d":[],"e":1.50e2}', undefined))).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": [],\n  "e": 1.50e2\n}',
    );
  });

  it('marks the value that a pointer leads to', () => {
    const body = '[{"id":1,"a/b":{"~":"x"}},{"id":2,"a/b":[true]}]';
    expect(told(layOutJson(body, '/1/id'))).toContain('"id": «2»,');
    expect(told(layOutJson(body, '/0/a~1b/~0'))).toContain('"~": «"x"»');
    expect(told(layOutJson(body, '/1/a~1b'))).toContain('"a/b": «[»\n      «true»\n    «]»');
    for (const pointer of ['', '/7', '/0/none', '/0/id/more']) {
      expect(told(layOutJson(body, pointer)), pointer).not.toContain('«');
    }
  });

  it('leaves the end of a body that was cut as it is', () => {
    expect(told(layOutJson('[{"id":1,"name":"some bo', '/0/id', true))).toBe(
      '[\n  {\n    "id": «1»,\n    "name": "some bo',
    );
  });

  it('lays out what the client keeps of a long body, and of a whole one', () => {
    const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `somebody ${id}` }));
    const text = JSON.stringify(rows);
    const { body, bodyBytes } = recorded(text);
    expect(bodyBytes).toBe(text.length);
    const laidOut = told(layOutJson(body, '/7/id', bodyBytes !== undefined));
    expect(laidOut).toContain('  {\n    "id": «7»,\n    "name": "somebody 7"\n  },\n');
    expect(laidOut?.replace(/[«»]|\n */g, '').replaceAll('": ', '":')).toBe(body);
    const short = recorded('[{"id":1}]');
    expect(short).not.toHaveProperty('bodyBytes');
    expect(told(layOutJson(short.body, '/0/id', false))).toBe('[\n  {\n    "id": «1»\n  }\n]');
  });

  it('does not touch what is no JSON', () => {
    for (const text of ['', '<html>', 'null', '"text"', '[1 2]', '{"a" "b"}', '[1,', '{]']) {
      expect(layOutJson(text, undefined), text).toBeUndefined();
    }
  });

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        (value) => {
          const text = layOutJson(JSON.stringify(value), undefined)?.map((piece) => piece.text);
          expect(JSON.parse(text?.join('') ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });
});

const NOTHING: View = {
  verdicts: [],
  level: '',
  chapter: '',
  version: '',
  text: '',
  open: undefined,
};

describe('the address of a view', () => {
  it('reads back as the same view', () => {
    const word = fc.stringMatching(/^[a-z-]{1,12}$/);
    const view = fc.record({
      verdicts: fc.array(word),
      level: fc.constantFrom('', 'must'),
      chapter: word,
      version: fc.constantFrom('', '1.2'),
      text: fc.string({ unit: 'grapheme' }),
      open: fc.option(fc.record({ requirement: word, version: fc.constant('1.2') }), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(view, (each) => {
        expect(readAddress(writeAddress(each))).toEqual(each);
      }),
    );
  });

  it('can be read by people', () => {
    const open = { requirement: 'a.b', version: '1.2' };
    expect(writeAddress({ ...NOTHING, verdicts: ['fail', 'warn'], text: 'x y', open })).toBe(
      '#verdict=fail,warn&q=x+y&open=a.b@1.2',
    );
    expect(writeAddress(NOTHING)).toBe('#');
  });

  it('is told from a place on the page', () => {
    expect(['', '#', '#q=x', '#fields'].map(isView)).toEqual([true, true, true, false]);
    expect(readAddress('#fields')).toEqual(NOTHING);
  });
});

describe('the filters', () => {
  const row = {
    chapter: 'events',
    level: 'must',
    signs: ['pass', 'fail', 'expected'],
    text: () => 'event.actor an event has an actor',
  };
  const shown = (view: Partial<View>) => isShown({ ...NOTHING, ...view }, row);

  it('show what fits all of them', () => {
    expect(shown({})).toBe(true);
    expect(shown({ verdicts: ['warn', 'fail'], level: 'must', chapter: 'events' })).toBe(true);
    expect(shown({ verdicts: ['expected'] })).toBe(true);
    expect(shown({ text: ' Actor  EVENT ' })).toBe(true);
  });

  it('leave out what does not fit one of them', () => {
    expect(shown({ verdicts: ['warn'] })).toBe(false);
    expect(shown({ level: 'should' })).toBe(false);
    expect(shown({ chapter: 'covers' })).toBe(false);
    expect(shown({ text: 'actor cover' })).toBe(false);
  });

  it('are off where a view leaves nothing out', () => {
    expect(isFiltering({ ...NOTHING, version: '1.2', text: ' ' })).toBe(false);
    expect(isFiltering({ ...NOTHING, verdicts: ['fail'] })).toBe(true);
    expect(isFiltering({ ...NOTHING, text: 'x' })).toBe(true);
  });
});

describe('text in the page', () => {
  it('is as harmless as in a terminal, but for line breaks and tabs', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
        const text = String.fromCharCode(...codes);
        const shown = harmless(text).replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}');
        expect(shown).toBe(printable(text.replaceAll('\r\n', '\n')));
      }),
    );
    expect(harmless('a\r\nb\u202ec\u001b')).toBe('a\nb\\u{202e}c\\u{1b}');
  });
});
