import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Recorder } from '../../harness/client/recorder.js';
import { Redaction } from '../../harness/redaction.js';
import type { Exchange } from '../../harness/report.js';
import { isView, readAddress, writeAddress } from '../../reporters/html/browser/address.js';
import { harmless } from '../../reporters/html/browser/harmless.js';
import { layOutJson, type Piece } from '../../reporters/html/browser/json-layout.js';
import { printable } from '../../reporters/printable.js';
import { settingsFor } from '../harness/serving.js';

// The parts of the page's script that need no page. The rest is tested in a browser.

/** What the client's recorder keeps of the body of an answer. */
function recorded(text: string): Exchange['response'] {
  const recorder = new Recorder(new Redaction(settingsFor('http://127.0.0.1')));
  const url = 'http://127.0.0.1/api/1.0/people/';
  const answer = { exchange: 1, role: 'anonymous', method: 'GET', url, status: 200 } as const;
  const measured = { at: new Date(0), ms: 1, bytes: Buffer.byteLength(text) };
  recorder.record({ ...answer, headers: {}, headerNames: [], text }, { headers: {} }, measured);
  const [exchange] = recorder.take();
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange.response;
}

/** Pieces as a text, what is marked between « and ». */
function told(pieces: readonly Piece[] | undefined): string | undefined {
  return pieces?.map(({ text, marked }) => (marked ? `«${text}»` : text)).join('');
}

describe('JSON in lines', () => {
  it('is indented, token for token', () => {
    expect(told(layOutJson('{"a":[1,{"b":null}],"c":{},"d":[],"e":1.50e2}', []))).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": [],\n  "e": 1.50e2\n}',
    );
  });

  it('marks the value that a pointer leads to', () => {
    const body = '[{"id":1,"a/b":{"~":"x"}},{"id":2,"a/b":[true]}]';
    expect(told(layOutJson(body, ['/1/id', undefined]))).toContain('"id": «2»,');
    expect(told(layOutJson(body, ['/0/a~1b/~0']))).toContain('"~": «"x"»');
    expect(told(layOutJson(body, ['/1/a~1b']))).toContain('"a/b": «[\n      true\n    ]»\n');
    expect(told(layOutJson(body, ['/0/id', '/1/id']))).toMatch(/«1».*«2»/s);
    for (const pointer of ['', '/7', '/0/none', '/0/id/more']) {
      expect(told(layOutJson(body, [pointer])), pointer).not.toContain('«');
    }
  });

  it('leaves the end of a body that was cut as it is', () => {
    expect(told(layOutJson('[{"id":1,"name":"some bo', ['/0/id'], true))).toBe(
      '[\n  {\n    "id": «1»,\n    "name": "some bo',
    );
  });

  it('lays out what the client keeps of a long body, and of a whole one', () => {
    const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `somebody ${id}` }));
    const text = JSON.stringify(rows);
    const { body, bodyBytes } = recorded(text);
    expect(bodyBytes).toBe(text.length);
    const laidOut = told(layOutJson(body, ['/7/id'], bodyBytes !== undefined));
    expect(laidOut).toContain('  {\n    "id": «7»,\n    "name": "somebody 7"\n  },\n');
    expect(laidOut?.replace(/[«»]|\n */g, '').replaceAll('": ', '":')).toBe(body);
    const short = recorded('[{"id":1}]');
    expect(short).not.toHaveProperty('bodyBytes');
    expect(told(layOutJson(short.body, ['/0/id'], false))).toBe('[\n  {\n    "id": «1»\n  }\n]');
  });

  it('does not touch what is no JSON', () => {
    for (const text of ['', '<html>', 'null', '"text"', '[1 2]', '{"a" "b"}', '[1,', '{]']) {
      expect(layOutJson(text, []), text).toBeUndefined();
    }
  });

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        (value) => {
          const text = layOutJson(JSON.stringify(value), [])?.map((piece) => piece.text);
          expect(JSON.parse(text?.join('') ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });
});

describe('the address of a view', () => {
  it('reads back as the same view', () => {
    const word = fc.stringMatching(/^[a-z-]{1,12}$/);
    const filter = fc.tuple(fc.constantFrom('verdict', 'q', 'group'), fc.string({ minLength: 1 }));
    const filters = fc.array(
      filter.filter(([, value]) => value.trim() !== ''),
      { maxLength: 5 },
    );
    const cell = fc.record({ requirement: word, version: fc.constant('1.2') });
    fc.assert(
      fc.property(filters, fc.option(cell, { nil: undefined }), (set, open) => {
        const read = readAddress(writeAddress(set, open));
        expect([[...read.filters], read.open]).toEqual([set, open]);
      }),
    );
  });

  it('is readable, and leaves out empty fields', () => {
    const open = { requirement: 'a.b', version: '1.2' };
    const filters: [string, string][] = [
      ['verdict', 'fail'],
      ['verdict', 'warn'],
      ['q', 'x y'],
      ['group', ''],
    ];
    expect(writeAddress(filters, open)).toBe('#verdict=fail&verdict=warn&q=x+y&open=a.b@1.2');
    expect(writeAddress([], undefined)).toBe('#');
  });

  it('differs from a part of the page', () => {
    expect(['', '#', '#q=x', '#fields'].map(isView)).toEqual([true, true, true, false]);
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
