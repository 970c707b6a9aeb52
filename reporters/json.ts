import type { Report } from '../harness/report.js';

/** The report as schemas/report.schema.json states it, indented by two blanks. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
