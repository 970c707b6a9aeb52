import type { Api } from '../api.js';
import { header } from '../client/answer.js';
import { TransportError } from '../client/transport-error.js';

/**
 * The time by the clock of the instance, as it sends it in `Date`; undefined if it sends none. The clock of this
 * machine may be hours off. `look` makes the query a new one, so that no cached response is returned.
 */
export async function serverTime(api: Api, look: string): Promise<Date | undefined> {
  try {
    const time = Date.parse(header(await api.get('', { query: { look } }), 'date') ?? '');
    return Number.isNaN(time) ? undefined : new Date(time);
  } catch (error) {
    if (error instanceof TransportError) return undefined;
    throw error;
  }
}
