import { compareReports, type StoredReport } from '../analysis/comparison/compare-reports.js';
import { compareVersions } from '../analysis/comparison/compare-versions.js';
import type { Comparison } from '../analysis/comparison/comparison.js';
import { narrowed } from '../analysis/comparison/narrowed.js';
import type { Version } from '../specification/versions.js';
import { readProfiles, shippedProfiles } from './client-profiles.js';
import { Refusal } from './refusal.js';

/**
 * Compares each report with the previous one or, for a single report, its versions. Throws a Refusal if
 * nothing can be compared.
 */
export function comparisonOf(
  given: readonly StoredReport[],
  versions: Version[] | undefined,
): Comparison {
  const comparison = compared(given, versions);
  refuseEmpty(comparison);
  return comparison;
}

function compared(stored: readonly StoredReport[], versions: Version[] | undefined): Comparison {
  const [only, ...more] = stored;
  if (only !== undefined && more.length === 0) return comparedWithin(only, versions);
  const profiles = readProfiles(shippedProfiles());
  if (versions === undefined) return compareReports(stored, profiles);
  const comparison = compareReports(
    stored.map(({ file, report }) => ({ file, report: narrowed(report, versions) })),
    profiles,
  );
  const asked = `Only ${versions.join(' ')} compared (--versions).`;
  return { ...comparison, caveats: [asked, ...comparison.caveats] };
}

function comparedWithin({ file, report }: StoredReport, versions: Version[] | undefined) {
  if (versions === undefined) {
    throw new Refusal(
      'compare needs two or more reports, or one report and --versions, such as --versions 1.1,1.3',
    );
  }
  try {
    return compareVersions(file, report, versions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal(`--versions: ${error.message}`);
  }
}

/** Prevents the verdict "not regressed" if no requirement was checked on both sides. */
function refuseEmpty({ of, steps, caveats }: Comparison): void {
  const hasContent = steps.some(
    ({ unchanged, changes, requirementsNew, requirementsGone }) =>
      unchanged + changes.length > 0 ||
      (of === 'versions' && requirementsNew.length + requirementsGone.length > 0),
  );
  if (hasContent) return;
  const why = caveats.length === 0 ? '' : ` (${caveats.join(' ')})`;
  throw new Refusal(`nothing to compare: no requirement was checked in both${why}`);
}
