import type { Report, ReportedExtension } from '../../harness/report.js';
import { isChecked } from '../../harness/scope.js';
import type { Version } from '../../specification/versions.js';
import { findingsOf, outcomeOf } from './findings.js';
import { number } from './quantities.js';

/** A requirement that does not hold, and that no verdict rests on. */
export interface AdvisoryFinding {
  id: string;
  title: string;
  sign: 'fail' | 'error' | 'warn';
  versions: Version[];
  /** The clients that it breaks, for a client contract. */
  breaks: string[];
  /** The first violation, or the reason of an error. */
  why: string;
  consequence: string;
  /** The commands that show it again. */
  commands: string[];
}

/** Requirements that are reported apart from the verdict. */
export interface AdvisoryView {
  /** `client contracts`, or `added after 1.0`. */
  name: string;
  /** The frozen set after which they were added; undefined for the client contracts. */
  addedAfter?: string;
  /** `57 of 58 hold, 1 fails (breaks NIPA), 13 not checked`. */
  says: string;
  findings: AdvisoryFinding[];
}

/** What they are, and why they do not count. `program` is how the user starts this program. */
export function advisoryNote({ addedAfter }: AdvisoryView, program: string): string {
  return addedAfter === undefined
    ? `What clients rely on beyond the specification: not in the verdict, and not in the exit status. ${program} client --all RUN.json tells which clients work.`
    : `Not in the requirements of ${addedAfter} (--requirements): reported, not scored.`;
}

/** What a report has apart from the verdict, with what does not hold; nothing if none was selected. */
export function advisoryOf(report: Report): AdvisoryView[] {
  return (report.extensions ?? []).map((each) => viewOf(report, each));
}

function viewOf(report: Report, extension: ReportedExtension): AdvisoryView {
  const { suite, addedAfter, requirements, results } = extension;
  const own: Report = { ...report, requirements, results };
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
  const breaks = broken.length === 0 ? '' : ` (breaks ${broken.join(', ')})`;
  const fails = `${number(failing.length)} ${outcomeOf('fail', failing.length)}`;
  const says = [
    `${number(held)} of ${number(checked.size)} hold`,
    ...(failing.length > 0 ? [fails + breaks] : []),
    ...(open > 0 ? [`${number(open)} not checked`] : []),
  ].join(', ');
  return { name: suite, addedAfter, says, findings };
}
