import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

// The style sheets and the script of the page are files of their own, so that tools for CSS and
// JavaScript check them. They lie beside this module, in the sources and in dist.

/** The text of a style sheet beside this module (`styles/base.css`). */
export function styleSheet(name: string): string {
  return asset(`styles/${name}.css`);
}

/**
 * Joins a module of browser/ and its imports into one classic script. The modules use named imports
 * from files beside them and named exports before declarations only, and no two declare the same
 * name; a test checks that. Throws on a circular import.
 */
export function browserScript(entry: string): string {
  const texts = new Map<string, string>();
  collect(`browser/${entry}`, [], texts);
  return `(() => {\n'use strict';\n${[...texts.values()].join('\n')}})();\n`;
}

const IMPORT = /^import \{[^}]*\} from '(\.\.?\/[^']+)';\n/gm;

function collect(path: string, trail: readonly string[], texts: Map<string, string>): void {
  if (trail.includes(path)) throw new Error(`${path} imports itself by ${trail.join(', ')}`);
  if (texts.has(path)) return;
  const text = asset(path);
  for (const [, of = ''] of text.matchAll(IMPORT)) {
    collect(posix.join(posix.dirname(path), of), [...trail, path], texts);
  }
  texts.set(path, text.replace(IMPORT, '').replace(/^export /gm, ''));
}

function asset(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** A class for each share in steps of 5 %, since the policy of the page forbids style attributes. */
export function shareClasses(): string {
  const steps = Array.from({ length: 21 }, (_, index) => index * 5);
  return steps.map((n) => `.share-${n}{--share:${n}%}.failed-${n}{--failed:${n}%}`).join('\n');
}
