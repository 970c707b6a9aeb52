import { createHash } from 'node:crypto';
import { raw } from 'hono/html';

import { type Content, type Markup, markup } from './markup.js';

/** What a page is made of. */
export interface PageParts {
  title: string;
  /** The sign and the tone of the icon, such as the verdict's. */
  icon: { sign: string; tone: 'good' | 'bad' | 'open' };
  /** The texts of its style sheets. */
  styles: readonly string[];
  /** The text of its script. */
  script?: string;
  /** What the script reads, in a block of its own. */
  data?: { id: string; value: unknown };
  body: Content;
}

const ICON_COLOURS = { good: '#2b6a3f', bad: '#a4161a', open: '#8a5a00' };

/**
 * A page that is one file: nothing is loaded from anywhere, and its Content-Security-Policy lets
 * nothing run or look like anything but the script and the styles that it came with.
 */
export function page({ title, icon, styles, script, data, body }: PageParts): string {
  const style = styles.join('\n');
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
${data === undefined ? undefined : dataBlock(data)}
</body>
</html>`}\n`;
}

/** The icon is drawn in the address itself, so that no browser looks for one elsewhere. */
function iconAddress({ sign, tone }: PageParts['icon']): string {
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${ICON_COLOURS[tone]}"/>` +
    '<text x="16" y="23" font-family="sans-serif" font-size="21" font-weight="bold"' +
    ` text-anchor="middle" fill="#fff">${sign}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/**
 * JSON that stands in a page: no `<` in it can end the block or begin a comment, and the line
 * separators are escaped as well.
 */
function dataBlock({ id, value }: { id: string; value: unknown }): Markup {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return markup`<script type="application/json" id="${id}">${raw(json)}</script>`;
}

/** The source expression by which a Content-Security-Policy lets one inline text through. */
function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
