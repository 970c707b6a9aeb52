import { headFacts, headWarnings } from '../view/head.js';
import type { Sheet } from './sheet.js';
import { cut, hang } from './text.js';

/** What was tested, as whom, at what cost; and what limits the meaning of the rest. */
export function headerLines({ report, width, paint }: Sheet): string[] {
  const { name, version } = report.tool;
  return [
    paint.strong(cut(`${name} ${version}`, width)),
    ...headFacts(report).flatMap(([label, value]) => hang(`  ${label.padEnd(8)}  `, value, width)),
    ...headWarnings(report).flatMap((text) => [
      '',
      ...hang('! ', text, width).map(paint.verdict.warn),
    ]),
  ];
}
