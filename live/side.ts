import type { Answer } from '../harness/client/answer.js';
import { Client } from '../harness/client/client.js';
import { Stopped, whyEnded } from '../harness/client/stopped.js';
import { ForeignOrigin, TransportError } from '../harness/client/transport-error.js';
import { linksTo, parseLinkHeader } from '../harness/link-header.js';
import { isObject } from '../harness/place.js';
import { type Preflight, preflight } from '../harness/preflight.js';
import type { Role, Scheme } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { urlOf } from '../harness/target.js';
import type { Reply } from './compare-answers.js';
import type { Location } from './url-form.js';

/** An answer and the time that it took. */
export interface Timed {
  reply: Reply;
  ms: number;
}

/** One of the two instances. */
export class Side {
  private constructor(
    readonly client: Client,
    readonly offered: Preflight['offered'],
    readonly location: Location,
  ) {}

  /** Reads which versions an instance offers. Throws a CannotExamine as `preflight` does. */
  static async at(settings: TargetSettings, stop: AbortSignal): Promise<Side> {
    const client = new Client(settings);
    const end = () => client.stop(whyEnded(stop));
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
    try {
      const found = await preflight(client);
      const { host, pathname } = new URL(urlOf(client));
      // A copy may still be configured with the host name of the original.
      const named = found.roots
        .flatMap(({ json }) => (isObject(json) ? Object.values(json) : []))
        .filter((url): url is string => typeof url === 'string' && URL.canParse(url))
        .map((url) => new URL(url).host);
      const prefix = pathname.replace(/\/$/, '');
      const location = { hosts: new Set([host, ...named]), prefix };
      return new Side(client, found.offered, location);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Sends a request. Throws a Stopped if the comparison was ended. */
  async ask(role: Role, target: string, scheme?: Scheme): Promise<Timed> {
    try {
      const { answer, ms } = await this.client.readUnstored({ role, url: target, scheme });
      this.client.redaction.learnMessageIds(answer.url, answer.text);
      return { reply: answer, ms };
    } catch (error) {
      if (error instanceof Stopped) throw error;
      if (!(error instanceof TransportError || error instanceof ForeignOrigin)) throw error;
      return { reply: { failure: `no answer: ${error.message.replace(/^GET \S+: /, '')}` }, ms: 0 };
    }
  }

  /** The target below the base URL of the link with a relation, wherever its host is; undefined without one. */
  linkIn(answer: Answer, relation: string): string | undefined {
    const [link] = linksTo(parseLinkHeader(answer.headers.link, answer.url), relation);
    if (link === undefined) return undefined;
    const { pathname, search } = new URL(link.target);
    const { prefix } = this.location;
    const isBelow = prefix !== '' && pathname.startsWith(`${prefix}/`);
    return (isBelow ? pathname.slice(prefix.length) : pathname) + search;
  }
}
