import type { Version } from '../specification/versions.js';
import { type Answer, named } from './client/answer.js';
import type { Client } from './client/client.js';
import type { Read } from './client/request.js';
import { Stopped } from './client/stopped.js';
import { TransportError } from './client/transport-error.js';
import { instead } from './instead.js';
import { isNotOffered } from './later-versions.js';
import type { Reason } from './reason.js';
import { rolesOf, SIGNED_IN_ROLES, type SignedInRole } from './role.js';
import type { TargetSettings } from './settings.js';
import { refusal, whyRejected } from './sign-in.js';

/** What a run begins with, and may lose: a role whose credentials were accepted, or a version that was offered. */
type Held = SignedInRole | Version;

/**
 * Tells whether the roles of a run are still signed in, and its versions still offered. A check that did not hold asks
 * this about its refused requests: a role whose token was rotated, or a version that was switched off, says nothing
 * about the instance. What was accepted at the beginning is sent again then, not from memory.
 */
export class StillThere {
  readonly #gone = new Map<Held, Reason>();
  /** The exchange that last showed that something is there. */
  readonly #shownIn = new Map<Held, number>();
  /** The looks under way: many checks ask at the same time. */
  readonly #looks = new Map<Held, Promise<void>>();

  /** The versions are those offered, of which the newest is that in which the roles were signed in. */
  constructor(
    private readonly client: Client,
    private readonly offered: readonly Version[],
    private readonly credentials: TargetSettings['credentials'],
  ) {}

  /** Why a requirement with these needs cannot be checked in a version, as far as is known: sends no request. */
  whyNot(needs: readonly string[], version: Version): Reason | undefined {
    const roles = rolesOf(this.credentials);
    const needed = SIGNED_IN_ROLES.filter((role) => needs.includes(role));
    if (needs.includes('signed-in')) needed.push(...roles.slice(0, 1));
    return [version, ...needed]
      .map((each) => this.#gone.get(each))
      .find((each) => each !== undefined);
  }

  /**
   * Why one of these exchanges says nothing about the instance: it refused what is there no longer. That is looked at
   * unless it was since.
   */
  async whyGone(exchanges: Iterable<number>): Promise<Reason | undefined> {
    for (const exchange of exchanges) {
      const held = this.#refusedIn(exchange);
      if (held === undefined) continue;
      if (exchange > (this.#shownIn.get(held) ?? 0)) await this.#lookAt(held);
      const gone = this.#gone.get(held);
      if (gone !== undefined) return gone;
    }
    return undefined;
  }

  /** What an exchange refused: a role with 401 or 403, a version with 404. */
  #refusedIn(exchange: number): Held | undefined {
    const { role, status, version } = this.client.log.refused.get(exchange) ?? {};
    if (status === 404) return this.offered.find((each) => each === version);
    return SIGNED_IN_ROLES.find((each) => each === role);
  }

  async #lookAt(held: Held): Promise<void> {
    if (this.#gone.has(held)) return;
    const look = this.#looks.get(held) ?? this.#look(held);
    this.#looks.set(held, look);
    await look.finally(() => this.#looks.delete(held));
  }

  async #look(held: Held): Promise<void> {
    let last: Answer | undefined;
    const ask = async (read: Read) => {
      last = await this.#sendAgain(read);
      return last;
    };
    const reason = isRole(held) ? await this.#whyLost(held, ask) : await whyNotOffered(held, ask);
    if (reason !== undefined) this.#gone.set(held, reason);
    else if (last !== undefined) this.#shownIn.set(held, last.exchange);
  }

  async #whyLost(
    role: SignedInRole,
    ask: (read: Read) => Promise<Answer | undefined>,
  ): Promise<Reason | undefined> {
    const credentials = this.credentials[role] ?? {};
    const newest = this.offered.at(-1);
    const why = newest && (await whyRejected(ask, newest, role, credentials));
    if (why === undefined) return undefined;
    const says = `role ${role} was lost during the run: ${why}`;
    return { code: 'role-rejected', says, values: { role } };
  }

  /** The response, not from memory; undefined if there is none, which says nothing. */
  async #sendAgain(read: Read): Promise<Answer | undefined> {
    const found = await this.client
      .readUnstored(read)
      .catch(instead(undefined, TransportError, Stopped));
    found?.keep();
    return found?.answer;
  }
}

function isRole(held: Held): held is SignedInRole {
  return SIGNED_IN_ROLES.some((role) => role === held);
}

async function whyNotOffered(
  version: Version,
  ask: (read: Read) => Promise<Answer | undefined>,
): Promise<Reason | undefined> {
  const root = await ask({ role: 'anonymous', url: `/api/${version}/` });
  if (root === undefined || !isNotOffered(root, version)) return undefined;
  const says = `version ${version} was lost during the run: ${named(root)} returned ${refusal(root)}`;
  return { code: 'not-offered', says, values: { version } };
}
