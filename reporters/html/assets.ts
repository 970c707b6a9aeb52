import { readFileSync } from 'node:fs';

// The style sheets and the script of the page are files of their own, so that tools for CSS and
// JavaScript check them. They lie beside this module, in the sources and in dist.

/** The text of a style sheet beside this module (`styles/base.css`). */
export function styleSheet(name: string): string {
  return asset(`styles/${name}.css`);
}

/** The script of a page with a matrix. */
export function browserScript(): string {
  return `(() => {\n'use strict';\n${asset('browser/page.js')}})();\n`;
}

function asset(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** A class for each share in steps of 5 %, since the policy of the page forbids style attributes. */
export function shareClasses(): string {
  const steps = Array.from({ length: 21 }, (_, index) => index * 5);
  return steps.map((n) => `.share-${n}{--share:${n}%}.failed-${n}{--failed:${n}%}`).join('\n');
}
