import { readFileSync, writeFileSync } from 'node:fs';
import { type Figure, median, written } from './figure.js';
import type { Bar } from './part.js';
import { projectFile } from './project.js';
import type { Result } from './results.js';

const PAGE = projectFile('bench/README.md');

/**
 * Writes text into bench/README.md between `<!-- NAME -->` and `<!-- /NAME -->`; the rest of the page is
 * written by hand. Throws an Error if the page has no such place.
 */
export function writeInto(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`bench/README.md has no place for ${name}`);
  writeFileSync(
    PAGE,
    page.replace(place, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  );
}

/** The figures of every part, as Markdown. */
export function figuresInMarkdown(results: readonly Result[]): string {
  return results
    .map(({ title, figures, notes = [], date, machine }) =>
      [
        `### ${title}`,
        table(
          ['', 'median', 'minimum', 'maximum', 'runs'],
          figures.map((each) => cells(each)),
        ),
        ...notes,
        `Measured on ${date}: ${machine}.`,
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** The bars of every part, as Markdown. */
export function barsInMarkdown(results: readonly Result[]): string {
  return table(
    ['', 'bar', 'found', 'part'],
    results.flatMap(({ name, bars }) =>
      bars.map(({ says, found, holds }) => [SIGN[String(holds)] ?? '', says, found, `\`${name}\``]),
    ),
  );
}

/** A bar as a line of the terminal. */
export function barInWords({ says, found, holds }: Bar): string {
  return `${SIGN[String(holds)]}  ${says}: ${found}`;
}

/** A figure as a line of the terminal. */
export function figureInWords(figure: Figure): string {
  const [says = '', ...rest] = cells(figure);
  const [middle = '', least = '', most = '', runs = ''] = rest;
  const spread = figure.values.length > 1 ? `  (${least} to ${most}, ${runs} runs)` : '';
  return `  ${says.padEnd(52)} ${middle.padStart(14)}${spread}`;
}

const SIGN: Record<string, string> = {
  true: 'holds',
  false: 'does not hold',
  'not measured': 'not measured',
};

function cells({ says, unit, values }: Figure): string[] {
  const shown = (value: number) => written(value, unit);
  const single = values.length === 1;
  return [
    says,
    shown(median(values)),
    single ? '' : shown(Math.min(...values)),
    single ? '' : shown(Math.max(...values)),
    String(values.length),
  ];
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
