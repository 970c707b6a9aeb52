import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { raw } from 'hono/html';
import { type Document, hasMatrix, type Part } from './document.js';
import { blockOf } from './html/blocks.js';
import { type Content, type Markup, markup, textOf } from './html/markup.js';
import { TONE_MARKS } from './view/signs.js';
import { capitalised, number } from './view/words.js';

// Read at the start: the build may be replaced before a report is written.
const STYLE = asset('html/styles/base.css') + asset('html/styles/tables.css');
const SCRIPT = `(() => {\n'use strict';\n${asset('html/browser/page.js')}})();\n`;

/** The parts that stand before the matrix. */
const FIRST = ['baseline', 'places', 'of-fail'];

/**
 * A document as one HTML file that loads nothing and can be read and printed without its script, which
 * adds filters of the matrix. All text is escaped.
 */
export function renderHtml(document: Document): string {
  const { verdict, parts } = document;
  const [matrix] = parts.filter(hasMatrix);
  const first = matrix === undefined ? [] : parts.filter(({ id }) => FIRST.includes(id));
  const rest = parts.filter((part) => part !== matrix && !first.includes(part));
  return page(
    verdict,
    matrix !== undefined,
    markup`<main>
${header(document)}
${matrix === undefined ? undefined : filters(matrix)}
<div class="${matrix === undefined ? 'stacked' : 'columns'}">
<div class="first">${first.map(section)}</div>
${matrix === undefined ? undefined : section(matrix)}
<div class="rest">${rest.map(section)}</div>
</div>
</main>`,
  );
}

/** The verdict with its scope, what it rests on, what was tested, and links to the parts. */
function header({ kind, verdict, statements, head, parts }: Document): Markup {
  const { word, tone, scope, about } = verdict;
  const links = parts.map(
    ({ id, title, label = title }) => markup`<li><a href="#${id}">${label}</a></li>`,
  );
  return markup`<header>
<p class="faint">${kind}</p>
<h1 class="${tone}"><span class="seal" aria-hidden="true">${TONE_MARKS[tone].symbol}</span><span>${capitalised(word)} ${scope === undefined ? undefined : markup`<span class="scope">(${scope})</span> `}<span class="host">${about}</span></span></h1>
<p class="says">${textOf(`${capitalised(statements.join('. '))}.`)}</p>
${head.map(blockOf)}
<nav aria-label="Parts of this page"><ul>${links}</ul></nav>
</header>`;
}

/** A part of the page; the anchor of a folded one lies inside, so that a link to it opens the part. */
function section({ id, title, blocks, folded, sign }: Part): Markup {
  const content = blocks.map((block, index) => blockOf(block, index));
  if (folded) {
    return markup`<details class="part"><summary><h2>${title}</h2></summary>
<div id="${id}">${content}</div>
</details>`;
  }
  const data = sign === undefined ? undefined : markup` data-sign="${sign}"`;
  return markup`<section id="${id}"${data}><h2>${title}</h2>
${content}
</section>`;
}

/** The filters of the matrix and the findings; they need the script, and are hidden without it. */
function filters({ blocks }: Part): Content {
  const [matrix] = blocks.filter((block) => block.type === 'matrix');
  if (matrix === undefined) return undefined;
  const { groups, totals } = matrix;
  const rows = groups.flatMap((group) => group.rows);
  const codes = [...new Set(rows.flatMap((row) => row.codes))].sort();
  return markup`<form id="filters" class="filters scripted" role="search" aria-label="Filter the report">
<fieldset class="chips"><legend class="unseen">Results by verdict</legend><span class="faint">Results:</span> ${totals.map(
    ({ mark: { symbol, word }, meaning, counts }) =>
      markup`<label class="chip ${word}" title="${meaning}"><input type="checkbox" name="verdict" value="${word}"><span aria-hidden="true">${symbol}</span> ${word} <span class="faint">${number(counts.reduce<number>((sum, count = 0) => sum + count, 0))}</span></label>
`,
  )}</fieldset>
<label>Search <input type="search" name="q" size="18" autocomplete="off" spellcheck="false" placeholder="id or words"></label>
${choice(
  'Group',
  'group',
  groups.map(({ name }) => name),
)}
${codes.length === 0 ? undefined : choice('Reason', 'code', codes)}
<p class="count"><output id="shown"></output> <button type="reset" id="clear" hidden>Clear</button></p>
</form>
<p id="empty" hidden>No requirement matches. <button type="reset" form="filters">Clear the filters</button></p>`;
}

function choice(label: string, name: string, values: readonly string[]): Markup {
  return markup`<label>${label} <select name="${name}"><option value="">all</option>${values.map(
    (value) => markup`<option value="${value}">${value}</option>`,
  )}</select></label>`;
}

/**
 * Returns a page that is one file: it loads nothing, and its Content-Security-Policy allows only its
 * own script and styles.
 */
function page({ word, about }: Document['verdict'], isFiltered: boolean, body: Markup): string {
  const style = STYLE;
  const script = isFiltered ? SCRIPT : undefined;
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
<title>${capitalised(word)}: ${about}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
${script === undefined ? undefined : markup`<script>${raw(script)}</script>`}
</head>
<body>
${body}
</body>
</html>`}\n`;
}

/** The source expression that allows one inline text in a Content-Security-Policy. */
function contentHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * The text of a style sheet or of the script. They are files of their own, in the sources and
 * in dist, so that tools for CSS and JavaScript check them.
 */
function asset(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
