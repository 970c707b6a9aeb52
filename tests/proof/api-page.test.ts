import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { ENDPOINTS } from '../../specification/endpoints.js';
import { FILTERS } from '../../specification/filters.js';
import { COMMON_PARAMETERS } from '../../specification/lists.js';
import { anchorOf, SECTIONS } from '../../specification/sections.js';
import { ALL_TABLES } from '../../specification/tables.js';

const KEPT = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/** The anchors of a Markdown page: as GitHub makes them of headings, and those that are set. */
function anchorsOf(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
  const set = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return [...headings, ...set];
}

test('every section that a requirement rests on is an anchor of docs/api.md', () => {
  const anchors = anchorsOf(KEPT);
  const cited = GROUPS.flatMap(({ requirements }) => requirements.map(({ spec }) => spec));
  const missing = cited.filter((spec) => !anchors.includes(anchorOf(spec)));
  expect([...new Set(missing)]).toEqual([]);
  // Links inside the page, too.
  const inside = [...KEPT.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(inside.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('every field, every endpoint and its parameters are on the page', () => {
  const names = ALL_TABLES.flatMap(({ fields }) => fields.map(({ name }) => name));
  const parameters = [
    ...COMMON_PARAMETERS.map(({ name }) => name),
    ...Object.values(FILTERS).flatMap((own) => own.map(({ parameter }) => parameter)),
  ];
  for (const name of [...names, ...parameters]) expect(KEPT).toContain(`\`${name}\``);
  for (const { id, method, path } of ENDPOINTS) {
    expect(KEPT).toContain(`<a id="${id}"></a>\n\n#### \`${method.toUpperCase()} /${path}\`\n`);
  }
});

test.for([
  ['Limits', 'limits'],
  ['Cover comment / patch comment', 'cover-comment--patch-comment'],
  [
    'Embedded project (in bundles, covers, series, events)',
    'embedded-project-in-bundles-covers-series-events',
  ],
] as const)('the anchor of "%s" is that of GitHub', ([title, anchor]) => {
  expect(anchorOf(title)).toBe(anchor);
});

test('no two sections share a title', () => {
  expect(new Set(SECTIONS.map(({ title }) => title)).size).toBe(SECTIONS.length);
});
