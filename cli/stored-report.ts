import type { Report } from '../harness/report.js';
import { lackingOptions } from '../harness/sent-options.js';
import { type RunSettings, reportedOptions } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { NotAReport, parseReport } from '../harness/stored-report.js';
import { targetOption } from '../harness/target.js';
import { idsToCheckAgain, isFailure } from '../reporters/view/next-steps.js';
import { AND } from '../reporters/view/words.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import { Refusal, readGiven, refusing } from './refusal.js';

/**
 * Reads a report written with `--report RUN.json`. Rejects with a Refusal that names the file if it cannot
 * be read or has an unknown format.
 */
export async function readStoredReport(path: string): Promise<Report> {
  const text = readGiven(path, 'report', path, 'expected a report (RUN.json)');
  return refusing(
    NotAReport,
    () => parseReport(text),
    (cause) => `${path} ${cause}`,
  );
}

/** The options that select requirements by id, and versions. */
interface Selection {
  versions?: Version[];
  only?: string[];
  lastFailed?: string;
  failOn?: 'fail' | 'warn';
}

/** Options that check only what failed, and a check of what these options become. */
interface LastFailed<V> {
  values: V;
  /** Throws a Refusal if the settings lack an option of the run of the report that decides what is sent. */
  refuseLess(settings: RunSettings, program: string): void;
}

/**
 * Sets `only` to the ids that failed (with --fail-on warn, or warned) or ended in an error in the report of
 * `--last-failed` and to what these hid, and `versions` to those in which something failed; nothing else of the report decides what is sent. Rejects with a Refusal if both are given, if the report cannot be read, or if nothing failed in it.
 */
export async function withLastFailed<V extends Selection>(values: V): Promise<LastFailed<V>> {
  const { lastFailed: file, only, failOn } = values;
  if (file === undefined) return { values, refuseLess() {} };
  if (only !== undefined) {
    throw new Refusal('--only and --last-failed cannot be combined');
  }
  const { results, options } = await readStoredReport(file);
  const failed = results.filter(({ verdict }) => isFailure(verdict, failOn ?? options.failOn));
  if (failed.length === 0) {
    throw new Refusal(`--last-failed: nothing failed in ${file}; there is nothing to check again`);
  }
  const failedIn = VERSIONS.filter((version) => failed.some((each) => each.version === version));
  return {
    values: {
      ...values,
      // A version in which something failed is named, so that it fails where it is not offered any more.
      versions: values.versions ?? failedIn,
      only: idsToCheckAgain(results, failOn ?? options.failOn),
    },
    refuseLess(settings, program) {
      const lacking = lackingOptions(options, failedIn, reportedOptions(settings));
      const variables = [...lacking.credentials, ...lacking.variables];
      const flags = [...lacking.depth, ...lacking.access];
      if (flags.length + variables.length === 0) return;
      const command = settings.demo === undefined ? targetOption(settings) : 'demo';
      const line = [program, command, '--last-failed', shellWord(file), ...flags].join(' ');
      const set =
        variables.length === 0 ? '' : `, with ${AND.format(variables)} in the environment`;
      throw new Refusal(
        `--last-failed: ${file} is of a run with other options than this one, so what failed might not be checked, or pass; type ${line}${set}`,
      );
    },
  };
}
