import { withoutContracts } from '../../harness/extension/joined.js';
import type { Report } from '../../harness/report.js';
import { isChecked } from '../../harness/scope.js';
import type { Version } from '../../specification/versions.js';
import { findingsOf, outcomeOf } from './findings.js';
import { number } from './quantities.js';

/** A client contract that does not hold. */
export interface ContractFinding {
  id: string;
  title: string;
  sign: 'fail' | 'error' | 'warn';
  versions: Version[];
  /** The clients that it breaks. */
  breaks: string[];
  /** The first violation, or the reason of an error. */
  why: string;
  consequence: string;
  /** The commands that show it again. */
  commands: string[];
}

/** The client contracts of a report. */
export interface ContractsView {
  /** `57 of 58 hold, 1 fails (breaks NIPA), 13 not checked`. */
  says: string;
  tone: 'good' | 'bad' | 'open';
  findings: ContractFinding[];
}

/** Shown wherever client contracts are shown. */
export const BESIDE =
  'What clients rely on beyond the specification: not in the verdict, and not in the exit status. conformance client --all RUN.json tells which clients work.';

/** The client contracts of a report and those that do not hold; undefined if none was selected. */
export function contractsOf(report: Report): ContractsView | undefined {
  const contracts = report.extensions?.find(({ advisory }) => advisory === true);
  if (contracts === undefined) return undefined;
  const { requirements, results } = contracts;
  const own: Report = { ...withoutContracts(report), requirements, results };
  const findings = (['fail', 'error', 'warn'] as const).flatMap((sign) =>
    findingsOf(own, sign, 1).map(({ row, versions, brief, evidence }) => ({
      id: row.requirement.id,
      title: row.requirement.title,
      sign,
      versions,
      breaks: sign === 'error' ? [] : (row.requirement.breaks ?? []),
      why: brief,
      consequence: row.requirement.consequence,
      commands: evidence[0]?.commands ?? [],
    })),
  );
  const checked = new Set(results.filter(isChecked).map(({ requirement }) => requirement));
  const failing = findings.filter(({ sign }) => sign === 'fail');
  const warning = findings.filter(({ sign }) => sign === 'warn');
  const broken = [...new Set(failing.flatMap(({ breaks }) => breaks))];
  const held = checked.size - failing.length - warning.length;
  const open = requirements.length - checked.size;
  const fails = `${number(failing.length)} ${outcomeOf('fail', failing.length)}`;
  const says = [
    `${number(held)} of ${number(checked.size)} hold`,
    ...(failing.length > 0 ? [`${fails} (breaks ${broken.join(', ')})`] : []),
    ...(open > 0 ? [`${number(open)} not checked`] : []),
  ].join(', ');
  const tone = failing.length > 0 ? 'bad' : open > 0 ? 'open' : 'good';
  return { says, tone, findings };
}
