import fc from 'fast-check';
import { isObject } from '../../harness/place.js';

/** What somebody would write who wants to be more than text. */
const EVIL = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</script><svg/onload=alert(1)>',
  '--><b>',
  ']]><x/>',
  '<a href="javascript:alert(1)">a</a>',
  'javascript:alert(1)',
  '[a](http://evil.test) ![b](http://evil.test/b.png)',
  '<http://evil.test>',
  'http://evil.test/ www.evil.test a@evil.test @someone #1',
  '[a]: http://evil.test\n[a]',
  '# heading\n\n- list\n\n> quote\n\n---',
  '```\n</details>\n```',
  '~~~',
  '| a | b |\n|---|---|\n| c | d |',
  '\n\n    code\n',
  '**b** _i_ ~~s~~ `c` $x$ &lt;b&gt; &#60;b&#62;',
  '\\`\\<\\[',
  '<!--',
  '<![CDATA[',
  '<details open><summary>x</summary>',
  '&',
  '=cmd()',
  '\u001b]0;x\u0007\u009b31m',
  '\u202e\u2066\u2028\u0000\ufeff\ud800',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '%s%n%00',
];

/** Texts that are hostile, or odd, or merely any. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...EVIL) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...EVIL), fc.string({ unit: 'binary', maxLength: 8 })), {
        maxLength: 4,
      })
      .map((parts) => parts.join('')),
  },
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** Any bytes, as they are read: what is no UTF-8 is replaced. */
export const anyBytes: fc.Arbitrary<string> = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('utf8'));

/** Any JSON, with names that a careless program stumbles over. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', [], {}),
    hostileText,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(hostileText, tie('value')), { maxLength: 3 }).map(objectOf),
  ),
})).value;

/** Of `__proto__` an object literal would make its prototype; JSON makes it a member. */
function objectOf(pairs: readonly [string, unknown][]): object {
  const object = {};
  for (const [name, value] of pairs) put(object, name, value);
  return object;
}

function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A sound value of JSON in which a few places hold something else, are gone, or are there twice. */
export function mutated(sound: unknown): fc.Arbitrary<unknown> {
  const what = fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'add');
  const change = fc.tuple(what, fc.nat(), anyJson, hostileText);
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let value: unknown = structuredClone(sound);
    for (const [how, at, other, name] of changes) {
      const places = placesOf(value);
      const place = places[at % Math.max(places.length, 1)];
      if (place === undefined) value = other;
      else alter(place, how, other, name);
    }
    return value;
  });
}

type Place = { parent: unknown[]; at: number } | { parent: Record<string, unknown>; at: string };

function placesOf(root: unknown): Place[] {
  const places: Place[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach((each: unknown, at) => {
        places.push({ parent: value, at });
        look(each);
      });
    } else if (isObject(value)) {
      for (const [at, each] of Object.entries(value)) {
        places.push({ parent: value, at });
        look(each);
      }
    }
  };
  look(root);
  return places;
}

function alter({ parent, at }: Place, how: string, other: unknown, name: string): void {
  if (Array.isArray(parent)) {
    const index = Number(at);
    if (how === 'remove') parent.splice(index, 1);
    else if (how === 'repeat') parent.splice(index, 0, parent[index]);
    else parent[index] = other;
  } else if (how === 'remove') delete parent[at];
  else put(parent, how === 'replace' ? String(at) : name, other);
}

/** A sound text with pieces cut out, put in, doubled or flipped. */
export function mutatedText(sound: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    hostileText,
    fc.constantFrom('"', '{', '[', '\n', ':', '- ', ' ', ',', '*a', '&a'),
  );
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 40 }), piece, fc.boolean());
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) =>
    changes.reduce((text, [at, length, put, doubles]) => {
      const from = at % (text.length + 1);
      const cut = text.slice(from, from + length);
      return text.slice(0, from) + (doubles ? cut + cut : put) + text.slice(from + length);
    }, sound),
  );
}

/**
 * How often a property is tried: as often as its test says, so that all of them are done in a few
 * seconds, or as often as FUZZ_RUNS says (`FUZZ_RUNS=5000 npx vitest run tests/fuzz`).
 */
export function runs(usual: number): { numRuns: number } {
  const wanted = Number(process.env.FUZZ_RUNS);
  return { numRuns: wanted > 0 ? wanted : usual };
}
