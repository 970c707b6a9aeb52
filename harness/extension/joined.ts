import type { Report } from '../report.js';

/**
 * The report without client contracts and requirements added after a frozen set: no baseline expects them
 * and no verdict rests on them.
 */
export function withoutAdvisory({ extensions, ...report }: Report): Report {
  const custom = (extensions ?? []).filter(({ advisory }) => advisory !== true);
  return custom.length === 0 ? report : { ...report, extensions: custom };
}

/**
 * The report with the other requirements appended, in groups named after their module, for code
 * that iterates over results. The verdict and counts remain those of the specification.
 */
export function joined({ extensions, ...report }: Report): Report {
  if (extensions === undefined) return report;
  const requirements = extensions.flatMap(({ suite, requirements: own }) =>
    own.map((requirement) => ({ ...requirement, group: `${suite}: ${requirement.group}` })),
  );
  return {
    ...report,
    requirements: [...report.requirements, ...requirements],
    results: [...report.results, ...extensions.flatMap(({ results }) => results)],
  };
}

/** Separates the custom requirements again, with what was added to their results meanwhile. */
export function parted(whole: Report, { requirements, extensions }: Report): Report {
  if (extensions === undefined) return whole;
  const resultsOf = (some: readonly { id: string }[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return whole.results.filter(({ requirement }) => ids.has(requirement));
  };
  return {
    ...whole,
    requirements,
    results: resultsOf(requirements),
    extensions: extensions.map((each) =>
      each.advisory ? each : { ...each, results: resultsOf(each.requirements) },
    ),
  };
}

/** A report of one module of custom requirements, as if it were the specification. */
export function ofExtension(report: Report, index: number): Report {
  const { extensions, baseline, writes, judged, ...rest } = report;
  const own = extensions?.[index];
  if (own === undefined) throw new RangeError(`the report has no extension ${index}`);
  const { requirements, results, verdict, counts, countsByVersion } = own;
  return { ...rest, requirements, results, verdict, counts, countsByVersion, fields: [] };
}
