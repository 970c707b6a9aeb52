import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { htmlOf } from './rendered.js';
import { everyVerdict, manyFails, REPORTS, twoFails } from './reports.js';

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  expect(from, start).toBeGreaterThanOrEqual(0);
  return text.slice(from + start.length, text.indexOf(end, from + start.length));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page without its style and its script. */
function seen(html: string): string {
  return html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '');
}

test('a page is one file with a strict policy, and loads nothing', () => {
  const html = htmlOf(twoFails());
  const policy = between(html, 'http-equiv="Content-Security-Policy" content="', '"');
  const script = between(html, '<script>', '</script>');
  const style = between(html, '<style>', '</style>');
  expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(seen(html)).not.toMatch(/\s(src|srcset|action|style|on\w+)=/);
  expect([...seen(html).matchAll(/<link[^>]*>/g)].join()).toMatch(
    /^<link rel="icon" href="data:[^"]*">$/,
  );
  expect(style).not.toMatch(/url\(|@import/);
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
  expect(script).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/);
});

test.for([...REPORTS])('a page leads to its own parts only, and has every row: %s', ([, make]) => {
  const { requirements, results } = make();
  const html = seen(htmlOf(make()));
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, address = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
    expect(ids).toContain(address.slice(1));
  }
  expect([...html.matchAll(/<tr [^>]*data-id="/g)]).toHaveLength(requirements.length);
  const rows = between(html, '<table id="matrix"', '</table>').split('<tr').slice(1);
  const cells = rows.filter((row) => row.includes('data-id=')).join('');
  expect([...cells.matchAll(/<td class=/g)]).toHaveLength(results.length);
});

test('nothing of the instance becomes markup', () => {
  const evil = '"><img src=x onerror=alert(1)></script><!--<script>';
  const report = everyVerdict();
  const html = htmlOf({
    ...report,
    target: { ...report.target, baseUrl: evil },
    requirements: report.requirements.map((each) => ({ ...each, title: evil, spec: evil })),
    results: report.results.map((result) => ({
      ...result,
      reason: evil,
      observed: { [evil]: evil },
      expected: { reason: evil, link: `javascript:${evil}` },
      violations: [{ message: evil, pointer: `/${evil}`, expected: evil, received: evil }],
    })),
    fields: report.fields.map((field) => ({ ...field, field: evil })),
    options: { [evil]: evil },
  } as Report);
  expect(seen(html)).not.toMatch(/<img|<script|<!--|"javascript:/);
  expect([...html.matchAll(/<\/?script/gi)]).toHaveLength(2);
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
});

test('the first findings are in full, the others folded', () => {
  const articles = seen(htmlOf(manyFails())).split('<article class="finding"').slice(1);
  const isFolded = (text: string) => /^[^>]*>\s*<details><summary><h3>/.test(text);
  expect(articles.map(isFolded).indexOf(true)).toBe(20);
});
