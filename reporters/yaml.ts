import { createRequire } from 'node:module';

/**
 * The library that writes YAML. Reports are functions that do not wait, and few of them show any YAML:
 * it is loaded when it is first asked for, since that takes longer than all else of a report.
 */
export function yaml(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}
