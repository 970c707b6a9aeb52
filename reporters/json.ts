import type { Report } from '../harness/report.js';
import { jsonText } from './json-text.js';

/** The report as schemas/report.schema.json states it, indented by two blanks. */
export function renderJson(report: Report): string {
  return jsonText(report);
}
