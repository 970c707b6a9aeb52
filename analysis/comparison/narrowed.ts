import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';

/** A report as if it had come to know of some versions only. */
export function narrowed(report: Report, versions: readonly Version[]): Report {
  const isWanted = ({ version }: { version: Version }) => versions.includes(version);
  const among = (all: readonly Version[]) => all.filter((version) => versions.includes(version));
  const { target } = report;
  return {
    ...report,
    target: {
      ...target,
      versionsOffered: among(target.versionsOffered),
      versionsExamined: among(target.versionsExamined),
    },
    results: report.results.filter(isWanted),
    fields: report.fields.filter(isWanted),
  };
}
