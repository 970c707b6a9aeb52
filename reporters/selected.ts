import type { Report } from '../harness/report.js';
import { isSelected } from '../harness/selection.js';
import { number, several } from './terminal/quantities.js';

/** `461 requirements`; `12 selected requirements` of a run with `--only` or `--skip`. */
export function thoseSelected(report: Report): string {
  const { size } = selectedIn(report);
  return size === report.requirements.length
    ? several(size, 'requirement')
    : several(size, 'selected requirement');
}

/** `461 requirements`; `12 of 461 requirements` of a run with `--only` or `--skip`. */
export function howManySelected(report: Report): string {
  const all = several(report.requirements.length, 'requirement');
  const { size } = selectedIn(report);
  return size === report.requirements.length ? all : `${number(size)} of ${all}`;
}

/** The ids of the requirements that `--only` and `--skip` did not leave out. */
export function selectedIn({ requirements, options }: Report): ReadonlySet<string> {
  const [only, skip] = [patterns(options.only), patterns(options.skip)];
  const selected = requirements.filter((each) =>
    isSelected(each, { name: each.chapter }, only, skip),
  );
  return new Set(selected.map(({ id }) => id));
}

/** A stored report says of its options what it likes. */
function patterns(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];
}
