import { compareLive } from '../analysis/instances/compare-live.js';
import type { LiveComparison } from '../analysis/instances/result.js';
import type { TargetSettings } from '../harness/settings.js';
import { LIVE } from '../reporters/formats.js';
import { number, several } from '../reporters/view/words.js';
import { catalogueOf, readProfiles } from './catalogue.js';
import { EXIT } from './exit-status.js';
import { timeLimit, watchForInterruption } from './interruption.js';
import type { Values } from './options.js';
import { tell } from './print-product.js';
import { createProgress } from './progress.js';
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

/** Requests are sent one at a time, so that a change of the data affects both answers alike. */
const ONE_AT_A_TIME = 1;

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
  const { showEmails = false, newToken } = values;
  const alike = { ...values, concurrency: ONE_AT_A_TIME };
  const old = { ...settingsOfOperand('OLD_URL', first, alike, terminal), showEmails };
  const other = { ...settingsOfOperand('NEW_URL', second, alike, terminal), showEmails };
  // A password is for the instance that the user knows under it: with a token of its own NEW gets none.
  const { credentials } = other;
  const received =
    newToken === undefined
      ? other
      : { ...other, credentials: { ...credentials, user: { token: newToken } } };
  const outputs = await prepareFiles(values.report ?? [], LIVE);
  const comparison = await compared(values, old, received, terminal);
  if (comparison === undefined) return EXIT.interrupted;
  await tell(comparison, LIVE, outputs, values, terminal);
  return comparison.interrupted ? EXIT.interrupted : STATUSES[comparison.verdict];
}

/** Undefined if it was interrupted before the first request that is compared. */
async function compared(
  values: Values<'compare'>,
  old: TargetSettings,
  received: TargetSettings,
  terminal: Terminal,
): Promise<LiveComparison | undefined> {
  const progress = createProgress(terminal, { quiet: false, noColor: values.noColor });
  let total = 0;
  const interruption = watchForInterruption();
  const { maxDuration, versions, project, maxRequests } = values;
  const limit = timeLimit('the comparison', maxDuration);
  try {
    return await compareLive({
      old,
      new: received,
      catalogue: catalogueOf(undefined),
      versions,
      project,
      profiles: readProfiles().map(({ profile }) => profile),
      maxRequests,
      stop: AbortSignal.any([interruption.signal, limit]),
      onPlan: (both) => {
        total = both.length * REQUESTS_FOR_A_VERSION;
        terminal.note(
          `about ${several(total, 'reading request')} to each instance, one at a time (versions ${both.join(' ')}); those that differ are sent again`,
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
    if (interruption.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.end();
    interruption.ignore();
  }
}
