import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { InstanceMark } from './blocks.js';

/** What pages call the accounts of an instance, and whose they are. */
const ACCOUNTS = {
  'token-of-a-user': 'user',
  'token-of-another-user': 'other',
  'token-of-the-maintainer': 'maintainer',
} as const;

/** Puts reference instances in the place of the hosts that a page speaks of. */
export class Instances {
  readonly #started = new Map<string, Reference>();

  /** From now on a reference instance with these faults answers for the host of that address. */
  async serve({ url, faults }: InstanceMark): Promise<void> {
    const before = this.#started.get(url);
    await before?.stop();
    // At the same address as the one before it, as after an upgrade.
    const port = before === undefined ? 0 : Number(new URL(before.url).port);
    const behaviour = soundBehaviour();
    for (const id of faults) faultNamed(id).apply(behaviour);
    const reference = await startReference({ behaviour, port });
    this.#started.set(url, reference);
    // Of one length, so that lines are broken at the same places.
    if (url.length !== reference.url.length) throw new Error(`as long as ${reference.url}: ${url}`);
  }

  /** What a page says, as it is to be run. */
  meant(text: string): string {
    let meant = text;
    for (const [url, reference] of this.#started) {
      meant = meant.replaceAll(url, reference.url);
      for (const [word, role] of Object.entries(ACCOUNTS)) {
        meant = meant.replaceAll(word, reference.roles[role].token);
      }
    }
    return meant;
  }

  /** What came, as a page writes it. */
  written(text: string): string {
    let written = text;
    for (const [url, reference] of this.#started) {
      written = written.replaceAll(reference.url, url);
      // A port on its own is that of the host.
      written = written.replaceAll(new URL(reference.url).host, new URL(url).host);
    }
    return written;
  }

  /** Ends them all. */
  async stop(): Promise<void> {
    await Promise.all([...this.#started.values()].map((reference) => reference.stop()));
    this.#started.clear();
  }
}
