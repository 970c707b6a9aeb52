import type { Meeting } from '../analysis/client-profile/answer.js';
import { answerProfile } from '../analysis/client-profile/answer-profile.js';
import type { Profile } from '../analysis/client-profile/profile.js';
import { BadProfile, readProfile } from '../analysis/client-profile/read.js';
import { joined } from '../harness/extension/joined.js';
import type { Report } from '../harness/report.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { renderClient } from '../reporters/client/terminal.js';
import { clientFormatFor } from '../reporters/formats.js';
import { prepareAnalysisFiles, writeAnalysisFiles } from './analysis-files.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { printAnalysis } from './print-analysis.js';
import { causeOf, Refusal } from './refusal.js';
import { readStoredReport } from './stored-report.js';

const STATUSES: Record<Meeting, number> = {
  met: EXIT.conformant,
  'not-met': EXIT.nonconformant,
  undetermined: EXIT.incomplete,
};

/**
 * `conformance client FILE RUN.json`: checks a client profile against a report. Returns the exit status:
 * 0 if a version meets all needs, 1 if none does, 3 if undetermined. Rejects with a Refusal if the
 * profile or the report cannot be read.
 */
export async function clientCommand(
  values: Values<'client'>,
  [file, stored, ...more]: readonly string[],
): Promise<number> {
  if (file === undefined || stored === undefined || more.length > 0) {
    throw new Refusal('client needs a profile and one report: conformance client FILE RUN.json');
  }
  const files = await prepareAnalysisFiles(values.report ?? [], clientFormatFor, [file, stored]);
  const report = joined(await readStoredReport(stored));
  const profile = profileOf(file, textOf(file), report);
  const answer = answerProfile({ file, profile }, { file: stored, report });
  await writeAnalysisFiles(files, answer);
  await printAnalysis(answer, renderClient, {
    asJson: files.onStandardOutput,
    noColor: values.noColor,
  });
  return STATUSES[answer.verdict];
}

function profileOf(file: string, text: string, report: Report): Profile {
  try {
    return readProfile(
      text,
      report.requirements.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof BadProfile)) throw error;
    throw new Refusal(`${file} is not a client profile: ${error.message}`);
  }
}

function textOf(file: string): string {
  try {
    return readTextFile(file, LONGEST_FILE.yaml);
  } catch (error) {
    throw new Refusal(
      `${file} cannot be read: ${causeOf(error)}; expected a client profile (YAML)`,
    );
  }
}
