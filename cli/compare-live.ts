import type { TargetSettings } from '../harness/settings.js';
import { compareLive, type LiveOptions, type LiveProgress } from '../live/compare-live.js';
import type { LiveComparison } from '../live/result.js';
import { LIVE } from '../reporters/formats.js';
import { number, several } from '../reporters/view/quantities.js';
import { readProfiles, shippedProfiles } from './client-profiles.js';
import { countedProgress } from './counted-progress.js';
import { EXIT } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import type { Values } from './options.js';
import { tell } from './print-product.js';
import { Refusal } from './refusal.js';
import { prepareFiles } from './report-files.js';
import { settingsOfOperand } from './target-settings.js';
import type { Terminal } from './terminal.js';

const STATUSES = {
  same: EXIT.conformant,
  different: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
} as const satisfies Record<LiveComparison['verdict'], number>;

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
  const alike = { ...values, concurrency: ONE_AT_A_TIME };
  const settingsOf = async (name: string, operand: string): Promise<TargetSettings> => ({
    ...(await settingsOfOperand(name, operand, alike, terminal)),
    showEmails: values.showEmails ?? false,
  });
  const old = await settingsOf('OLD_URL', first);
  const received = await settingsOf('NEW_URL', second);
  const outputs = await prepareFiles(values.report ?? [], LIVE);
  const comparison = await compared(values, old, withNewToken(received, values.newToken), terminal);
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
  const progress = countedProgress(terminal, false, standing);
  const interruption = watchForInterruption();
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort('--max-duration is reached'),
    Math.min(values.maxDuration ?? LONGEST_MS, LONGEST_MS),
  );
  const options: LiveOptions = {
    old,
    new: received,
    versions: values.versions,
    project: values.project,
    profiles: readProfiles(shippedProfiles()).map(({ profile }) => profile),
    maxRequests: values.maxRequests,
    stop: AbortSignal.any([interruption.signal, limit.signal]),
    onPlan: ({ requests, versions }) =>
      terminal.note(
        `${several(requests, 'GET request')} to each instance, one at a time (versions ${versions.join(' ')}); those that differ are sent again`,
      ),
    onProgress: (each) => progress.show(each),
  };
  try {
    return await compareLive(options);
  } catch (error) {
    if (interruption.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    progress.end();
    interruption.ignore();
  }
}

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

function standing({ done, total, differences }: LiveProgress): string {
  const facts = [
    `${number(done)} of ${several(total, 'request')}`,
    ...(differences > 0 ? [several(differences, 'difference')] : []),
  ];
  return facts.join(' · ');
}

function withNewToken(settings: TargetSettings, token: string | undefined): TargetSettings {
  if (token === undefined) return settings;
  return { ...settings, credentials: { ...settings.credentials, user: { token } } };
}
