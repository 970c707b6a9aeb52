import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import type { Document, Mark } from '../../reporters/document.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { runs } from './hostile-input.js';
import { skeletonOfPart } from './skeleton.js';

/** What Markdown reads as markup, in any order: addresses, backticks, brackets, blanks of all kinds. */
const PIECES = [
  ...['https://x', 'http://', 'https://[x](https://evil.example)', 'www.evil.example'],
  ...['`', '``', '`b`', '`y'],
  ...['[click](https://evil.example/login)', '![](https://evil.example/p.png)', '[', ']', '(', '!'],
  ...['<h1>', '<img/src=https://evil.example>', '<', '>', '&', '&lt;', '\\', '|', '~', '*', '_'],
  ...['@torvalds', 'a@evil.example', '#1', '#', '-', '1.', '=', ':', 'a', 'B'],
  ...[' ', '\u00a0', '\u1680', '\u2003', '\u202f', '\u205f', '\u3000', '\t', '\n', '\r'],
];

/** What has to be side by side for spans of code to touch, and what would be behind them. */
const TOUCHING = ['https://x', '`b`', '`', '\u00a0', '[click](https://evil.example)'];

const markdownText = fc
  .array(fc.oneof(fc.constantFrom(...TOUCHING), fc.constantFrom(...PIECES)), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

const MARK: Mark = { symbol: '!', emoji: '❌', word: 'fail', look: 'fail' };

/** A document with a text of its own in every place where that of an instance or of a file can be. */
function documentWith(next: () => string): Document {
  const facts = (): [string, string][] => [
    [next(), next()],
    ['', next()],
  ];
  const texts = ['strong', 'faint', 'warning', undefined] as const;
  const list = () => ({
    type: 'list' as const,
    items: [
      { mark: MARK, text: next(), ids: [next(), next()] },
      ...Array.from({ length: 20 }, () => ({ text: next() })),
    ],
  });
  const head: Document['head'] = [
    { type: 'facts', facts: facts() },
    ...texts.map((look) => ({ type: 'text' as const, text: next(), look })),
    list(),
  ];
  const part = (blocks: Document['parts'][number]['blocks']) => ({
    id: 'a',
    title: next(),
    label: next(),
    blocks,
  });
  return {
    kind: next(),
    verdict: { word: next(), tone: 'bad', scope: next(), about: next() },
    statements: [next(), next()],
    head,
    parts: [
      part([list()]),
      part([
        { type: 'facts', facts: facts() },
        ...texts.map((look) => ({ type: 'text' as const, text: next(), look })),
        { type: 'command', text: next() },
        { type: 'command', label: next(), text: next() },
        {
          type: 'table',
          caption: `a ${next()}`,
          columns: [next(), next()],
          rows: [{ name: next(), about: next(), cells: [{ text: next() }] }],
          legend: [[next(), next()]],
        },
      ]),
      part([
        {
          type: 'matrix',
          versions: [{ version: '1.0', name: '', tone: 'bad', conformant: 'no', checked: '1/1' }],
          groups: [
            { name: next(), cells: [{ counts: [], share: { passed: 0, of: 1 } }], rows: [] },
          ],
          totals: [],
        },
      ]),
      // More than are shown in full.
      part(Array.from({ length: 22 }, (_, index) => findingWith(next, index % 2 === 0))),
    ],
    elsewhere: next(),
  };
}

function findingWith(next: () => string, isId: boolean): Document['parts'][number]['blocks'][0] {
  return {
    type: 'finding',
    marks: [MARK],
    head: next(),
    ...(isId ? { isId } : {}),
    aside: next(),
    quote: { says: next(), source: next() },
    evidence: [
      {
        where: next(),
        texts: [next()],
        violations: [{ message: next(), facts: [[next(), next()]] }],
        commands: [next()],
        notes: [next()],
      },
    ],
    ids: [next(), next()],
    client: ['For a client', next()],
    brief: next(),
  };
}

let PLACES = 0;
const plain = documentWith(() => `a${++PLACES}`);

/** As GitHub reads it: HTML is let through, and addresses become links. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** How often each element is in a document, but for code. */
function elementsOf(document: Document): Map<string, number> {
  const { elements } = skeletonOfPart(markdown.render(renderMarkdown(document)));
  const counts = new Map<string, number>();
  for (const each of elements) counts.set(each, (counts.get(each) ?? 0) + 1);
  counts.delete('code[]');
  return counts;
}

test('a text is text or code wherever it stands in Markdown: no link, no image, no other element', () => {
  const known = elementsOf(plain);
  expect(known.get('a[href]')).toBeUndefined();
  expect(known.get('table[]')).toBe(3);
  const texts = fc.array(markdownText, { minLength: PLACES, maxLength: PLACES });
  fc.assert(
    fc.property(texts, (given) => {
      let place = 0;
      const found = elementsOf(documentWith(() => given[place++] ?? ''));
      for (const [element, count] of found) {
        expect(count, element).toBeLessThanOrEqual(known.get(element) ?? 0);
      }
    }),
    runs(60),
  );
});

test.for([
  '`b`https://x`[click](https://evil.example/login)![](https://evil.example/p.png)@torvalds<h1>Conformant</h1>',
  'https://[x](https://evil.example)`y\u00a0`b`',
])('spans of code that touch stay two: %s', (given) => {
  const found = elementsOf(documentWith(() => given));
  expect([...found.keys()].filter((each) => !elementsOf(plain).has(each))).toEqual([]);
});
