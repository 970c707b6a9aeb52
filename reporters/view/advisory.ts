import type { Report, ReportedExtension } from '../../harness/report.js';
import { isChecked } from '../../harness/scope.js';
import type { Part } from '../document.js';
import { findingsOf, outcomeOf } from './findings.js';
import { capitalised, number } from './quantities.js';

/**
 * What does not hold of client contracts and of requirements added after a frozen set: a part each, whose
 * title counts them (`client contracts: 57 of 58 hold, 1 fails (breaks NIPA), 13 not checked`).
 */
export function advisoryParts(report: Report, program: string): Part[] {
  return (report.extensions ?? []).map((extension) => partOf(report, extension, program));
}

function partOf(report: Report, extension: ReportedExtension, program: string): Part {
  const { suite, addedAfter, requirements, results } = extension;
  const own: Report = { ...report, requirements, results };
  const failing = findingsOf(own, 'fail', 1);
  const errors = findingsOf(own, 'error', 1);
  const warning = findingsOf(own, 'warn', 1);
  const checked = new Set(results.filter(isChecked).map(({ requirement }) => requirement));
  const held = checked.size - failing.length - warning.length;
  const open = requirements.length - checked.size;
  const says = [
    ...(checked.size > 0 ? [`${number(held)} of ${number(checked.size)} hold`] : []),
    ...(failing.length > 0 ? [failingText(extension)] : []),
    ...(open > 0 ? [`${number(open)} not checked`] : []),
  ].join(', ');
  const text =
    addedAfter === undefined
      ? `What clients rely on beyond the specification: not in the verdict, and not in the exit status. ${program} client --all RUN.json tells which clients work.`
      : `Not in the requirements of ${addedAfter} (--requirements): reported, not scored.`;
  const found = [...failing, ...errors, ...warning];
  return {
    id: addedAfter === undefined ? 'client-contracts' : 'added-later',
    title: capitalised(`${suite}: ${says}`),
    label: addedAfter === undefined ? 'Clients' : 'Added later',
    called: suite,
    blocks: [{ type: 'text', text, look: 'faint' }, ...found],
    folded: found.length === 0,
  };
}

/** `2 fail (breaks NIPA, b4)` */
function failingText({ requirements, results }: ReportedExtension): string {
  const failing = requirements.filter(({ id }) =>
    results.some(({ requirement, verdict }) => requirement === id && verdict === 'fail'),
  );
  const broken = [...new Set(failing.flatMap(({ breaks = [] }) => breaks))];
  const breaks = broken.length === 0 ? '' : ` (breaks ${broken.join(', ')})`;
  return `${number(failing.length)} ${outcomeOf('fail', failing.length)}${breaks}`;
}
