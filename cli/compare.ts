import { compareReports, type StoredReport } from '../analysis/comparison/compare-reports.js';
import { compareVersions } from '../analysis/comparison/compare-versions.js';
import type { Comparison } from '../analysis/comparison/comparison.js';
import { EXIT } from '../harness/outcome.js';
import { COMPARISON } from '../reporters/formats.js';
import type { Version } from '../specification/versions.js';
import { readProfiles } from './catalogue.js';
import type { Values } from './options.js';
import { tell } from './print-product.js';
import { Refusal, refusing } from './refusal.js';
import { prepareFiles } from './report-files.js';
import { readStoredReport } from './stored-report.js';
import type { Terminal } from './terminal.js';

const STATUSES = {
  regressed: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
  'not-regressed': EXIT.conformant,
} as const;

/**
 * `conformance compare A.json B.json …`, or `conformance compare --versions X,Y RUN.json`: compares
 * reports, or versions in one report. Returns the exit status: 1 if a MUST regressed, 3 if one
 * is no longer checked. Rejects with a Refusal if a report cannot
 * be read, a file cannot be written, or nothing can be compared.
 */
export async function compareCommand(
  values: Pick<Values<'compare'>, 'report' | 'versions' | 'noColor' | 'debug'>,
  files: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const address = files.find((file) => /^https?:\/\//i.test(file));
  if (address !== undefined) {
    throw new Refusal(
      `compare takes reports; for two instances add --live: ${terminal.program} compare --live OLD_URL NEW_URL`,
    );
  }
  const outputs = await prepareFiles(values.report ?? [], COMPARISON, files);
  const stored: StoredReport[] = [];
  for (const file of files) stored.push({ file, report: await readStoredReport(file) });
  const comparison = comparisonOf(stored, values.versions);
  await tell(comparison, COMPARISON, outputs, values, terminal);
  return STATUSES[comparison.verdict];
}

/**
 * Compares each report with the previous one or, for a single report, its versions. Throws a Refusal if
 * nothing can be compared.
 */
export function comparisonOf(
  given: readonly StoredReport[],
  versions: Version[] | undefined,
): Comparison {
  const comparison = compared(given, versions);
  const { of, steps, caveats, clients = [] } = comparison;
  const isChosen = ({ version }: { version: Version }) => versions?.includes(version) !== false;
  // Otherwise the verdict would be "not regressed".
  const hasContent =
    clients.some(({ kind }) => kind !== 'not-known') ||
    steps.some(
      ({ unchanged, changes, requirementsNew, requirementsGone, versionsWent }) =>
        unchanged + changes.length > 0 ||
        versionsWent.some(isChosen) ||
        (of === 'versions' && requirementsNew.length + requirementsGone.length > 0),
    );
  if (hasContent) return comparison;
  const why = caveats.length === 0 ? '' : ` (${caveats.join(' ')})`;
  throw new Refusal(`nothing to compare: no requirement was checked in both${why}`);
}

function compared(stored: readonly StoredReport[], versions: Version[] | undefined): Comparison {
  const [only, ...more] = stored;
  if (more.length > 0) return compareReports(stored, readProfiles(), versions);
  if (only === undefined || versions === undefined) {
    throw new Refusal(
      'compare needs two or more reports, or one report and --versions, such as --versions 1.1,1.3',
    );
  }
  return refusing(
    RangeError,
    () => compareVersions(only.file, only.report, versions),
    (cause) => `--versions: ${cause}`,
  );
}
