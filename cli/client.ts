import type { Meeting } from '../analysis/client-profile/answer.js';
import { answerProfile } from '../analysis/client-profile/answer-profile.js';
import type { Profile } from '../analysis/client-profile/profile.js';
import { BadProfile, readProfile } from '../analysis/client-profile/read.js';
import { joined } from '../harness/extension/joined.js';
import type { Report } from '../harness/report.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { renderClient } from '../reporters/client/terminal.js';
import { clientFormatFor } from '../reporters/formats.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { causeOf, Refusal } from './refusal.js';
import { readStoredReport } from './stored-report.js';
import { tell } from './tell.js';
import { prepareToldFiles, writeToldFiles } from './told-files.js';

const STATUSES: Record<Meeting, number> = {
  met: EXIT.conformant,
  'not-met': EXIT.nonconformant,
  untold: EXIT.incomplete,
};

/**
 * `conformance client FILE RUN.json`: which of a client's needs hold on the instance of a report, in
 * which versions. Returns the exit status: 0 if a version meets all, 1 if none does, 3 if it cannot
 * be told. Rejects with a Refusal if the profile or the report cannot be read.
 */
export async function clientCommand(
  values: Values<'client'>,
  [file, stored, ...more]: readonly string[],
): Promise<number> {
  if (file === undefined || stored === undefined || more.length > 0) {
    throw new Refusal('client needs a profile and one report: conformance client FILE RUN.json');
  }
  const told = await prepareToldFiles(values.report ?? [], clientFormatFor, [file, stored]);
  const report = joined(await readStoredReport(stored));
  const profile = profileOf(file, textOf(file), report);
  const answer = answerProfile({ file, profile }, { file: stored, report });
  await writeToldFiles(told, answer);
  await tell(answer, renderClient, { asJson: told.onStandardOutput, noColor: values.noColor });
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
    throw new Refusal(`${file} is no profile of a client: ${error.message}`);
  }
}

function textOf(file: string): string {
  try {
    return readTextFile(file, LONGEST_FILE.yaml);
  } catch (error) {
    throw new Refusal(
      `${file} cannot be read: ${causeOf(error)}; expected the profile of a client (YAML)`,
    );
  }
}
