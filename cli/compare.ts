import { compareReports, type StoredReport } from '../harness/comparison/compare-reports.js';
import { compareVersions } from '../harness/comparison/compare-versions.js';
import type { Comparison } from '../harness/comparison/comparison.js';
import { narrowed } from '../harness/comparison/narrowed.js';
import type { Version } from '../harness/version.js';
import { comparisonFormatFor } from '../reporters/comparison/formats.js';
import { renderComparison } from '../reporters/comparison/terminal.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';
import { readStoredReport } from './stored-report.js';
import { tell } from './tell.js';
import { prepareToldFiles, writeToldFiles } from './told-files.js';

/**
 * `conformance compare A.json B.json …`, or `conformance compare --versions X,Y RUN.json`: what
 * changed. Returns the exit status: 1 if a MUST regressed. Rejects with a Refusal if a report cannot
 * be read, a file not be written, or nothing at all be compared.
 */
export async function compareCommand(
  values: Values<'compare'>,
  files: readonly string[],
): Promise<number> {
  const told = await prepareToldFiles(values.report ?? [], comparisonFormatFor, files);
  const stored: StoredReport[] = [];
  for (const file of files) stored.push({ file, report: await readStoredReport(file) });
  const comparison = compared(stored, values.versions);
  refuseEmpty(comparison);
  await writeToldFiles(told, comparison);
  await tell(comparison, renderComparison, {
    asJson: told.onStandardOutput,
    noColor: values.noColor,
  });
  return comparison.verdict === 'regressed' ? EXIT.nonconformant : EXIT.conformant;
}

function compared(stored: readonly StoredReport[], versions: Version[] | undefined): Comparison {
  const [only, ...more] = stored;
  if (only !== undefined && more.length === 0) return comparedWithin(only, versions);
  if (versions === undefined) return compareReports(stored);
  const comparison = compareReports(
    stored.map(({ file, report }) => ({ file, report: narrowed(report, versions) })),
  );
  const asked = `Only ${versions.join(' ')}: --versions leaves out the others.`;
  return { ...comparison, caveats: [asked, ...comparison.caveats] };
}

function comparedWithin({ file, report }: StoredReport, versions: Version[] | undefined) {
  if (versions === undefined) {
    throw new Refusal(
      'compare needs two reports or more, or one report and --versions, such as --versions 1.1,1.3',
    );
  }
  try {
    return compareVersions(file, report, versions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--versions: ${error.message}`);
  }
}

/** Where nothing was judged on both sides, "not regressed" would be said of nothing. */
function refuseEmpty({ of, steps, caveats }: Comparison): void {
  const isTold = steps.some(
    ({ unchanged, changes, requirementsNew, requirementsGone }) =>
      unchanged + changes.length > 0 ||
      (of === 'versions' && requirementsNew.length + requirementsGone.length > 0),
  );
  if (isTold) return;
  const why = caveats.length === 0 ? '' : ` (${caveats.join(' ')})`;
  throw new Refusal(`nothing was judged in both, so that there is nothing to compare${why}`);
}
