import type { Api } from '../api.js';
import { header } from '../client/answer.js';
import { TransportError } from '../client/transport-error.js';
import { instead } from '../instead.js';

/**
 * The time by the clock of the instance, as it sends it in `Date`; undefined if it sends none. The clock of this
 * machine may be hours off. `look` makes the query a new one, so that no cached response is returned.
 */
export async function serverTime(api: Api, look: string): Promise<Date | undefined> {
  const answer = await api.get('', { query: { look } }).catch(instead(undefined, TransportError));
  const time = Date.parse((answer && header(answer, 'date')) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}
