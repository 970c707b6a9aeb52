import { readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from './project.js';

const PAGE = projectFile('docs/cost.md');

/**
 * Writes text into docs/cost.md between `<!-- NAME -->` and `<!-- /NAME -->`. Throws an Error if the page
 * has no such markers.
 */
export function writeInto(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`docs/cost.md has no place for ${name}`);
  writeFileSync(
    PAGE,
    page.replace(place, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  );
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
