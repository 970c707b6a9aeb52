import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { htmlOf } from './rendered.js';
import { manyFails, twoFails } from './reports.js';

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

test('the first findings are in full, the others folded', () => {
  const articles = seen(htmlOf(manyFails())).split('<article class="finding"').slice(1);
  const isFolded = (text: string) => /^[^>]*>\s*<details><summary><h3>/.test(text);
  expect(articles.map(isFolded).indexOf(true)).toBe(20);
});
