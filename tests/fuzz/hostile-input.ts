import fc from 'fast-check';

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
  '`b`https://x`[click](https://evil.test)![](https://evil.test/p.png)<h1>a</h1>',
  'https://[x](https://evil.test)`y\u00a0`b`',
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
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      Number.MAX_SAFE_INTEGER,
      '',
      [],
      {},
      { toString: 1 },
    ),
    hostileText,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(hostileText, tie('value')), { maxLength: 3 })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

/** A sound value of JSON in which a few places hold something else, or are gone. */
export function mutated(sound: unknown): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.option(anyJson, { nil: undefined }));
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((value, [at, other]) => changedAt(value, at, other), sound));
}

/** A copy of a value with another one at one of its places; undefined removes it. */
function changedAt(value: unknown, at: number, other: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  let places = 0;
  JSON.parse(text, () => {
    places += 1;
  });
  let place = 0;
  return JSON.parse(text, (_, each: unknown) => {
    place += 1;
    return place === 1 + (at % places) ? other : each;
  });
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
