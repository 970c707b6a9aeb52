import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import type { Tone } from '../document.js';
import { TONE_MARKS } from '../view/signs.js';
import { type Content, markup } from './markup.js';

/** The parts of a page. */
export interface PageParts {
  title: string;
  /** The tone of the icon, that of the verdict. */
  tone: Tone;
  /** Whether it has the script that filters a matrix. */
  isFiltered: boolean;
  body: Content;
}

const ICON_COLOURS = { good: '#2b6a3f', bad: '#a4161a', open: '#8a5a00' };

/**
 * Returns a page that is one file: it loads nothing, and its Content-Security-Policy allows only its
 * own script and styles.
 */
export function page({ title, tone, isFiltered, body }: PageParts): string {
  const style = [asset('styles/base.css'), asset('styles/tables.css'), shareClasses()].join('\n');
  const script = isFiltered
    ? `(() => {\n'use strict';\n${asset('browser/page.js')}})();\n`
    : undefined;
  const policy = [
    "default-src 'none'",
    `style-src ${contentHash(style)}`,
    ...(script === undefined ? [] : [`script-src ${contentHash(script)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>\n${markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${iconAddress(tone)}">
<style>${raw(style)}</style>
${script === undefined ? undefined : markup`<script>${raw(script)}</script>`}
</head>
<body>
${body}
</body>
</html>`}\n`;
}

/** The icon as a data URL, so that no browser requests one. */
function iconAddress(tone: Tone): string {
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${ICON_COLOURS[tone]}"/>` +
    '<text x="16" y="23" font-family="sans-serif" font-size="21" font-weight="bold"' +
    ` text-anchor="middle" fill="#fff">${TONE_MARKS[tone].symbol}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** The source expression that allows one inline text in a Content-Security-Policy. */
function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * The text of a style sheet or of the script. They are files of their own beside this module, in the sources and
 * in dist, so that tools for CSS and JavaScript check them.
 */
function asset(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** A class for each share in steps of 5 %, since the policy of the page forbids style attributes. */
function shareClasses(): string {
  const steps = Array.from({ length: 21 }, (_, index) => index * 5);
  return steps.map((n) => `.share-${n}{--share:${n}%}.failed-${n}{--failed:${n}%}`).join('\n');
}
