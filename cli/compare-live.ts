import { compareLive } from '../analysis/instances/compare-live.js';
import type { LiveComparison } from '../analysis/instances/result.js';
import { EXIT } from '../harness/outcome.js';
import { credentialName } from '../harness/role.js';
import { LIVE } from '../reporters/formats.js';
import { number, several } from '../reporters/view/words.js';
import { catalogueOf, readProfiles } from './catalogue.js';
import { timeLimit, watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { tell } from './print-product.js';
import { createProgress } from './progress.js';
import { noteOnHeaders, refusePublicSecrets } from './public-secrets.js';
import { Refusal } from './refusal.js';
import { prepareFiles } from './report-files.js';
import { settingsOfOperand } from './target-settings.js';
import type { Terminal } from './terminal.js';

const STATUSES = {
  same: EXIT.conformant,
  different: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
} as const satisfies Record<LiveComparison['verdict'], number>;

/** What a run that only reads sends, in round figures. */
const REQUESTS_FOR_A_VERSION = 300;

/**
 * `conformance compare --live OLD_URL NEW_URL`: sends the same reading requests to two instances and reports
 * what differs. Returns the exit status: 1 if anything but added fields and latency differs, 3 if requests
 * are left. Rejects with a Refusal or a CannotExamine if one of them cannot be read.
 */
export async function compareLiveCommand(
  values: Values<'compare'>,
  addresses: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const [first, second, ...more] = addresses;
  if (first === undefined || second === undefined || more.length > 0) {
    throw new Refusal(
      `compare --live needs two addresses: ${terminal.program} compare --live OLD_URL NEW_URL; received ${addresses.length}`,
    );
  }
  const { showEmails = false, newToken, maxDuration } = values;
  // One at a time, so that a change of the data affects both answers alike.
  const alike = { ...values, concurrency: 1 };
  // A password is for the instance that the user knows under it: with a token of its own NEW gets none.
  const own = { ...alike, userToken: newToken, userName: undefined, userPassword: undefined };
  const old = settingsOfOperand('OLD_URL', first, alike, terminal);
  const received = settingsOfOperand('NEW_URL', second, newToken ? own : alike, terminal);
  const open = { baseUrl: old.baseUrl, otherUrl: received.baseUrl, project: values.project };
  refusePublicSecrets(old.credentials, open);
  refusePublicSecrets(received.credentials, open, (role, part) =>
    newToken !== undefined && part === 'token'
      ? OPTIONS.newToken.environment
      : credentialName(role, part),
  );
  const note = noteOnHeaders({ ...open, headers: old.headers });
  if (note !== undefined) terminal.note(note);
  const outputs = await prepareFiles(values.report ?? [], LIVE);
  const progress = createProgress(terminal, { quiet: false, noColor: values.noColor });
  const interruption = watchForInterruption();
  let total = 0;
  let comparison: LiveComparison;
  try {
    comparison = await compareLive({
      ...values,
      old: { ...old, otherUrl: received.baseUrl, showEmails },
      new: { ...received, otherUrl: old.baseUrl, showEmails },
      catalogue: catalogueOf(undefined),
      profiles: readProfiles().map(({ profile }) => profile),
      stop: AbortSignal.any([interruption.signal, timeLimit('the comparison', maxDuration)]),
      onPlan(versions) {
        total = versions.length * REQUESTS_FOR_A_VERSION;
        terminal.note(
          `about ${several(total, 'reading request')} to each instance, one at a time (versions ${versions.join(' ')}); those that differ are sent again`,
        );
      },
      onProgress: (done, differences) =>
        progress.show({
          share: Math.min(1, done / total),
          says: `${number(done)} of about ${several(total, 'request')} · ${several(differences, 'difference')}`,
          fails: differences > 0,
        }),
    });
  } catch (error) {
    if (interruption.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.end();
    interruption.ignore();
  }
  await tell(comparison, LIVE, outputs, values, terminal);
  return comparison.interrupted ? EXIT.interrupted : STATUSES[comparison.verdict];
}
