import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLinkHeader } from '../../harness/link-header.js';
import { readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';
import { schemaViolations } from '../../schemas/validate.js';
import { recordedBy } from '../schemas/recorded.js';
import { anyBytes, anyJson, hostileText, mutated, mutatedText, runs } from './hostile-input.js';

const URL_ASKED = 'http://patches.test/api/1.2/covers/?page=2&per_page=1';

const SOUND_LINK =
  '<http://patches.test/api/1.2/covers/?page=3>; rel="next"; title="a, \\"b\\"", </c?d=1,2>; rel=prev';

const header = fc.oneof(anyBytes, hostileText, mutatedText(SOUND_LINK));

describe('the reader of Link headers', () => {
  it('answers whatever the headers are', () => {
    fc.assert(
      fc.property(fc.array(header, { maxLength: 4 }), (headers) => {
        const { links, malformed } = parseLinkHeader(headers, URL_ASKED);
        for (const { target } of links) expect(URL.canParse(target)).toBe(true);
        for (const { why } of malformed) expect(why).toMatch(/^\S[^\n]+$/);
      }),
      runs(800),
    );
  });

  it('is compared with the library, which no header keeps busy', () => {
    fc.assert(
      fc.property(header, (text) => {
        const sound = parseLinkHeader(text, URL_ASKED);
        for (const said of readOtherwiseByLibrary(text, sound, URL_ASKED)) {
          expect(said).toMatch(/^\S[^\n]+$/);
        }
      }),
      runs(300),
    );
  });

  it('says nothing of an odd address but in its answer', async () => {
    const heard: Error[] = [];
    const hear = (warning: Error) => heard.push(warning);
    process.on('warning', hear);
    const text = '<http://secret:x1y/>; rel="next"';
    readOtherwiseByLibrary(text, parseLinkHeader(text, URL_ASKED), URL_ASKED);
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(heard).toEqual([]);
  });

  it.each([...'<>;,"\\ =', '<a>;', '<a>; rel="', 'a ', '<,"'])(
    'takes a long run of %j in a time that grows with its length',
    (sign) => {
      const text = sign.repeat(200_000 / sign.length);
      // In a quadratic time it would take some hundred seconds, and the test would end.
      expect(parseLinkHeader(text, URL_ASKED).malformed.length).toBeLessThanOrEqual(200_000);
    },
  );
});

describe('the judge of forms', () => {
  const sound = fc.constantFrom(...recordedBy('main'));

  it('answers whatever JSON it is given, with the place of each violation', () => {
    const given = sound.chain((sample) =>
      fc.oneof(anyJson, mutated(sample.value)).map((value) => ({ ...sample, value })),
    );
    fc.assert(
      fc.property(given, ({ version, resource, form, value }) => {
        for (const { aspect, pointer } of schemaViolations(version, resource, form, value)) {
          expect(aspect).toMatch(/^[a-z-]+$/);
          expect(pointer).toMatch(/^(\/|$)/);
        }
      }),
      runs(300),
    );
  });

  it('answers on JSON as deep and as wide as a client lets in', () => {
    const deep: unknown = JSON.parse(`${'{"project":'.repeat(2000)}1${'}'.repeat(2000)}`);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
    for (const value of [deep, wide, Array(200).fill(wide)]) {
      expect(schemaViolations('1.3', 'cover', 'list', value).length).toBeGreaterThan(0);
    }
  });
});
