import { type Figure, median, written } from '../figure.js';
import { table } from '../page.js';
import type { Comparison } from './stored-comparison.js';
import type { Tool } from './tool.js';

/** The table of costs and detected faults per tool, as Markdown. */
export function costTable({ costs, noticing }: Comparison, tools: readonly Tool[]): string {
  const measuredOn = costs === undefined ? '' : `Measured on ${costs.date}: ${costs.machine}.`;
  const rows = tools.map(({ name, setUp }) => {
    const cost = costs?.all.find(({ tool }) => tool === name);
    const { requests, checks, wall, processor, memory } = cost?.figures ?? {};
    const faults = noticing?.all.faults ?? [];
    const noticed = faults.filter(({ by }) => (by[name]?.length ?? 0) > 0).length;
    return [
      `${name}: ${setUp}`,
      shown(requests),
      shown(checks),
      shown(wall),
      shown(processor),
      shown(memory),
      faults.length === 0 ? '' : `${noticed} of ${faults.length}`,
      cost === undefined ? '' : cost.falseAlarms.join(', ') || 'none',
    ];
  });
  const head = [
    'tool',
    'requests',
    'checks',
    'wall time',
    'CPU time',
    'peak memory',
    'faults detected',
    'false alarms',
  ];
  return [table(head, rows), measuredOn].join('\n\n').trimEnd();
}

/** The table of faults and the tools that detect them, as Markdown. */
export function noticingTable({ noticing }: Comparison, tools: readonly Tool[]): string {
  if (noticing === undefined) return '';
  const { faults, visible, reading } = noticing.all;
  const rows = faults.map(({ fault, says, by }) => [
    `\`${fault}\`: ${says}`,
    ...tools.map(({ name }) => ((by[name]?.length ?? 0) > 0 ? '✓' : '')),
  ]);
  const drawn = `Of the ${reading} faults of reads, ${visible} change a response to these operations; ${faults.length} of them were drawn (${noticing.date}).`;
  return `${drawn}\n\n${table(['fault', ...tools.map(({ name }) => name)], rows)}`;
}

function shown(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const { unit, values } = figure;
  const middle = written(median(values), unit);
  if (values.length === 1) return middle;
  return `${middle} (${written(Math.min(...values), unit)} to ${written(Math.max(...values), unit)})`;
}
