import { createHash } from 'node:crypto';
import { raw } from 'hono/html';

import { type Content, markup } from './markup.js';

/** The parts of a page. */
export interface PageParts {
  title: string;
  /** The sign and the tone of the icon, such as the verdict's. */
  icon: { sign: string; tone: 'good' | 'bad' | 'open' };
  /** The text of its style sheet. */
  style: string;
  /** The text of its script. */
  script?: string;
  body: Content;
}

const ICON_COLOURS = { good: '#2b6a3f', bad: '#a4161a', open: '#8a5a00' };

/**
 * Returns a page that is one file: it loads nothing, and its Content-Security-Policy allows only its
 * own script and styles.
 */
export function page({ title, icon, style, script, body }: PageParts): string {
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
<link rel="icon" href="${iconAddress(icon)}">
<style>${raw(style)}</style>
${script === undefined ? undefined : markup`<script>${raw(script)}</script>`}
</head>
<body>
${body}
</body>
</html>`}\n`;
}

/** The icon as a data URL, so that no browser requests one. */
function iconAddress({ sign, tone }: PageParts['icon']): string {
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${ICON_COLOURS[tone]}"/>` +
    '<text x="16" y="23" font-family="sans-serif" font-size="21" font-weight="bold"' +
    ` text-anchor="middle" fill="#fff">${sign}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** The source expression that allows one inline text in a Content-Security-Policy. */
function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
