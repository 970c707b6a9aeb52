import { Client } from '../harness/client/client.js';
import { type TransportCode, TransportError } from '../harness/client/transport-error.js';
import type { TargetSettings } from '../harness/settings.js';
import type { BaseUrl } from './parse/base-url.js';
import { Refusal } from './refusal.js';

/**
 * Tells in one line which address is used, if that is not what was given. Rejects with a Refusal if what
 * was given has no scheme and does not answer by https: http would send credentials unencrypted, so it
 * must be asked for. `option` is where the address was given.
 */
export async function settleAddress(
  baseUrl: BaseUrl | undefined,
  settings: TargetSettings,
  note: (line: string) => void,
  option = '--base-url',
): Promise<void> {
  const { address, page, withoutScheme } = baseUrl ?? {};
  if (withoutScheme !== undefined) {
    const cause = await whyNoAnswer(settings);
    if (cause !== undefined) {
      throw new Refusal(
        `${option}: ${withoutScheme} does not answer by https: ${cause}; expected https://${withoutScheme} or http://${withoutScheme}`,
      );
    }
  }
  const part = page === undefined ? '' : `, the part before ${page}`;
  if (part !== '' || withoutScheme !== undefined) note(`${option}: using ${address}${part}`);
}

/** Something answered, though not with an answer that a run could use: the run tells that. */
const ANSWERED: readonly TransportCode[] = ['unavailable', 'too-long', 'bad-encoding'];

/** Undefined if there is an answer, whatever it is. */
async function whyNoAnswer(settings: TargetSettings): Promise<string | undefined> {
  const client = new Client(settings);
  try {
    await client.read({ role: 'anonymous', url: '/api/' });
    return undefined;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (ANSWERED.includes(error.code)) return undefined;
    return client.redaction.text(error.message.replace(/^GET \S+: /, ''));
  } finally {
    await client.close();
  }
}
