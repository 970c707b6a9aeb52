import type { Report } from '../../harness/report.js';
import { markup } from './markup.js';
import type { Section } from './section.js';

/** The options of the run, its seed and its format, for those who want to repeat it. */
export function optionsInForce(report: Report): Section {
  const facts: [string, unknown][] = [
    ...Object.entries(report.options),
    ['seed', report.seed],
    ['format', report.format],
  ];
  const rows = [...new Map(facts)].map(
    ([name, value]) => markup`<dt>${name}</dt><dd class="value">${shown(value)}</dd>
`,
  );
  const content = markup`<dl class="facts wide">${rows}</dl>`;
  return { id: 'options', title: 'Options in force', label: 'Options', content, folded: true };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length === 0) return 'none';
  return JSON.stringify(value) ?? 'none';
}
