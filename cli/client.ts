import type { Answer } from '../analysis/client-profile/answer.js';
import { answerProfiles } from '../analysis/client-profile/answer-profile.js';
import { joined } from '../harness/extension.js';
import { EXIT } from '../harness/outcome.js';
import { CLIENTS } from '../reporters/formats.js';
import { readProfiles } from './catalogue.js';
import { shippedProfiles } from './client-profiles.js';
import type { Values } from './options.js';
import { tell } from './print-product.js';
import { Refusal } from './refusal.js';
import { prepareFiles } from './report-files.js';
import { readStoredReport } from './stored-report.js';
import type { Terminal } from './terminal.js';

const STATUSES: Record<Answer, number> = {
  yes: EXIT.conformant,
  degraded: EXIT.conformant,
  untested: EXIT.incomplete,
  unknown: EXIT.incomplete,
  no: EXIT.nonconformant,
};

/**
 * `conformance client NAME… RUN.json`: whether clients work with the instance of a report, by their
 * profiles. Returns the exit status: 0 if each works in a version, 1 if one does not, 3 if one may not.
 * Rejects with a Refusal if a profile or the report cannot be read.
 */
export async function clientCommand(
  values: Values<'client'>,
  operands: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const given = operands.slice(0, -1);
  const stored = operands.at(-1);
  const wanted = values.all === true ? [...shippedProfiles(), ...given] : given;
  if (stored === undefined || wanted.length === 0) {
    throw new Refusal(
      `client needs profiles and one report: ${terminal.program} client NAME… RUN.json, or --all RUN.json`,
    );
  }
  const inputs = [...given, stored];
  const files = await prepareFiles(values.report ?? [], CLIENTS, inputs);
  const report = joined(await readStoredReport(stored));
  const names = [...new Set(wanted)];
  const profiles = readProfiles(names);
  const answers = answerProfiles(profiles, { file: stored, report });
  await tell(answers, CLIENTS, files, values, terminal);
  return STATUSES[answers.verdict];
}
