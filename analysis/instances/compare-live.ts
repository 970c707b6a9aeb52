import { CannotExamine } from '../../harness/cannot-examine.js';
import type { Answer } from '../../harness/client/answer.js';
import { Client } from '../../harness/client/client.js';
import { keyOf } from '../../harness/client/read-memory.js';
import { Stopped, whyEnded } from '../../harness/client/stopped.js';
import { medianOf } from '../../harness/client/traffic-log.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { type Catalogue, isWriting, plan } from '../../harness/plan.js';
import { rolesOf } from '../../harness/role.js';
import { type RunSettings, type TargetSettings, withoutRejected } from '../../harness/settings.js';
import { situationOf } from '../../harness/situation.js';
import { pathOn, targetOnly, urlOf } from '../../harness/target.js';
import { tool } from '../../harness/tool.js';
import { verdicts } from '../../harness/verdicts.js';
import { NotGiven } from '../../harness/violation.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';
import { latencyChanges } from '../comparison/latency-changes.js';
import { type Asked, askedBy, limitedTo } from './asked.js';
import { compareAnswers } from './compare-answers.js';
import { Differences } from './differences.js';
import { Identities } from './identities.js';
import { type Difference, type Finding, type LiveComparison, NOTICES } from './result.js';
import { HandingClient, type OnRead, type Reply, Side } from './side.js';

/** Which instances to compare, and within which limits. */
export interface LiveOptions {
  old: TargetSettings;
  new: TargetSettings;
  /** Whose reads are compared. */
  catalogue: Catalogue;
  /** Undefined for all that both offer. */
  versions: readonly Version[] | undefined;
  /** The link_name or id of the project whose objects are read. */
  project: string | undefined;
  profiles: readonly Profile[];
  /** The most requests to each instance; undefined for all of a run. */
  maxRequests: number | undefined;
  /** Ends the comparison; a reason that is a string is no interruption. */
  stop: AbortSignal;
  /** Called before the first request that is compared. */
  onPlan(versions: readonly Version[]): void;
  /** Called with the requests that were compared, and the differences so far. */
  onProgress(compared: number, differences: number): void;
}

/**
 * Does a run that only reads on the old instance, without its verdicts, sends each of its requests to the new
 * one as well, and tells what differs in the answers. Rejects with a CannotExamine if one of them cannot be
 * read, rejects the credentials, or has no version of the other.
 */
export async function compareLive(options: LiveOptions): Promise<LiveComparison> {
  const [one, other] = [new HandingClient(options.old), new Client(options.new)];
  const { maxRequests = Number.POSITIVE_INFINITY } = options;
  for (const client of [one, other]) client.limitRequests(maxRequests);
  try {
    const old = await Side.at(one, options.old, options.stop);
    return await new Live(options, old, await Side.at(other, options.new, options.stop)).run();
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

class Live {
  readonly #startedAt = new Date();
  readonly #identities = new Identities();
  readonly #differences: Differences;
  readonly #versions: readonly Version[];
  readonly #notes: string[] = [];
  readonly #missing: string[] = [];
  /** Requests that were seen, by what makes them identical. */
  readonly #seen = new Set<string>();
  #compared = 0;
  #changing = 0;
  #failed = 0;
  /** Requests for objects whose ids are not known. */
  #unknown = 0;
  /** Why the rest is not compared, if it is not the signal. */
  #ended: unknown;

  constructor(
    private readonly options: LiveOptions,
    private readonly old: Side<HandingClient>,
    private readonly received: Side,
  ) {
    const clean = (text: string) => received.client.redaction.text(old.client.redaction.text(text));
    this.#differences = new Differences(options.profiles, clean);
    this.#versions = this.#versionsOfBoth();
    const [rejected] = old.found.rejected;
    if (rejected === undefined) return;
    throw new CannotExamine(
      `${urlOf(old.client)} rejects the credentials of role ${rejected.role}: ${rejected.why}`,
    );
  }

  async run(): Promise<LiveComparison> {
    const newest = this.#versions.at(-1) ?? VERSIONS[0];
    const refused = this.received.found.rejected;
    const versions = [...this.#versions];
    const own = { ...this.options.old, versions, only: [], skip: [], seed: 0 };
    const settings = withoutRejected(own, refused);
    const roles = rolesOf(settings.credentials);
    this.options.onPlan(this.#versions);
    for (const { role, why } of refused) {
      this.#notes.push(
        `NEW rejects the credentials of role ${role}, which OLD accepts: ${why}; set CONFORMANCE_NEW_TOKEN if the account has another token there`,
      );
    }
    try {
      for (const version of this.#removed()) {
        const url = `/api/${version}/`;
        await this.#askBoth(askedBy({ role: 'anonymous', url }, url));
      }
      const url = `/api/${newest}/users/`;
      for (const { role } of refused) await this.#askBoth(askedBy({ role, url }, url));
      this.old.client.onRead = this.#onRead;
      await this.#readAll(settings);
    } catch (error) {
      this.#ended ??= error;
    }
    return this.#result(roles);
  }

  /** The versions that both offer. Throws a CannotExamine if there is none. */
  #versionsOfBoth(): Version[] {
    const { old, received, options } = this;
    const both = (options.versions ?? VERSIONS).filter((version) =>
      [old, received].every(({ found }) => found.offered.includes(version)),
    );
    if (both.length > 0) return both;
    const selected = options.versions && `, and --versions selects ${options.versions.join(' ')}`;
    const [here, there] = [old, received].map(
      ({ client, found }) => `${urlOf(client)} offers ${found.offered.join(' ')}`,
    );
    throw new CannotExamine(`no version to compare: ${here}, ${there}${selected ?? ''}`);
  }

  /** The versions that only the old instance offers; those of one instance only are noted. */
  #removed(): Version[] {
    const { old, received, options } = this;
    return (options.versions ?? VERSIONS).filter((version) => {
      const [here, there] = [old, received].map(({ found }) => found.offered.includes(version));
      if (here === there) return false;
      const name = here ? 'OLD' : 'NEW';
      this.#notes.push(`version ${version} is offered by ${name} only; it was not compared`);
      return here;
    });
  }

  /** The reads of a run; what its checks find out is not used. */
  async #readAll(settings: RunSettings): Promise<void> {
    const offered = [...this.#versions];
    const { wanted } = plan(this.options.catalogue, { offered, rejected: [] }, settings);
    const situation = situationOf(this.old.client, offered, settings);
    const reading = wanted.filter((pair) => !isWriting(pair));
    await Promise.all(verdicts(reading, situation).values());
  }

  /** Compares a request that was not seen before, while the run waits: one request is sent at a time. */
  readonly #onRead: OnRead = async (wanted, send) => {
    const read = limitedTo(this.options.project, wanted);
    let answer: Answer;
    try {
      answer = await send(read);
    } catch (error) {
      if (error instanceof TransportError) this.#failed += 1;
      throw error;
    }
    const key = keyOf({ ...read, url: answer.url });
    const target = pathOn(this.old.client, answer.url);
    if (this.#seen.has(key) || !this.#isOfBoth(target)) return answer;
    this.#seen.add(key);
    try {
      await this.#compare(askedBy(read, target), answer);
    } catch (error) {
      // A check would take it for its own.
      this.#ended ??= error;
      this.old.client.stop();
    }
    return answer;
  };

  /** Whether both have the version of a URL; without one it is the newest that each offers. */
  #isOfBoth(target: string): boolean {
    const own = VERSIONS.find((version) => target.startsWith(`/api/${version}/`));
    if (own !== undefined) return this.#versions.includes(own);
    if (!target.startsWith('/api/')) return target.startsWith('/');
    return this.old.found.offered.at(-1) === this.received.found.offered.at(-1);
  }

  /** Compares a request that is not of the run. */
  async #askBoth(asked: Asked): Promise<void> {
    await this.#compare(asked, await this.old.ask(asked.read));
  }

  /** Sends a request to the new instance as well; what differs is asked for again. */
  async #compare(asked: Asked, answer: Reply): Promise<void> {
    if ('failure' in answer) {
      this.#failed += 1;
      return;
    }
    const target = this.#identities.targetOnNew(asked.target);
    if (target === undefined) this.#unknown += 1;
    const found = target && (await this.#findings(asked, answer, target));
    if (!target || !found) return;
    this.#compared += 1;
    if (found.length > 0) {
      const again = await this.#findings(asked, await this.old.ask(asked.read), target);
      const kept = found.filter(({ key }) => again?.some((each) => each.key === key));
      if (kept.length < found.length) this.#changing += 1;
      this.#differences.add(kept, asked, target);
    }
    this.options.onProgress(this.#compared, this.#differences.size);
  }

  /** Undefined if nothing was sent to the new instance: the role has no such credentials there. */
  async #findings(asked: Asked, old: Reply, url: string): Promise<Finding[] | undefined> {
    if ('failure' in old) return [];
    try {
      return compareAnswers(asked, old, await this.received.ask({ ...asked.read, url }), {
        identities: this.#identities,
        old: this.old,
        new: this.received,
      });
    } catch (error) {
      if (error instanceof NotGiven) return undefined;
      throw error;
    }
  }

  #result(roles: readonly string[]): LiveComparison {
    const { old, received, options } = this;
    const why = this.#whyEnded();
    if (why !== undefined) this.#missing.push(`the remaining requests: ${why}`);
    if (this.#failed > 0) this.#missing.push(`${this.#failed} requests: OLD did not answer`);
    const differences = [...this.#differences.ranked(), ...this.#slower()];
    const isDifferent = differences.some(({ kind }) => !NOTICES.includes(kind));
    return {
      format: 'conformance-live-comparison/1',
      tool: tool(),
      startedAt: this.#startedAt.toISOString(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      verdict: isDifferent ? 'different' : this.#missing.length > 0 ? 'incomplete' : 'same',
      old: comparedInstance(old),
      new: comparedInstance(received),
      versions: [...this.#versions],
      project: options.project,
      roles: ['anonymous', ...roles],
      compared: this.#compared,
      planned: this.#compared + this.#failed + this.#unknown,
      differences,
      notes: [...this.#notes, ...this.#remarks()],
      missing: this.#missing,
      interrupted:
        options.stop.aborted && typeof options.stop.reason !== 'string' ? true : undefined,
    };
  }

  /** Undefined if all of the run was compared. Throws what is no end but a bug. */
  #whyEnded(): string | undefined {
    const { old, received, options } = this;
    if (options.stop.aborted) return whyEnded(options.stop);
    const limit = old.client.endedBy ?? received.client.endedBy;
    if (limit !== undefined || this.#ended === undefined) return limit;
    if (this.#ended instanceof Stopped) return this.#ended.why;
    throw this.#ended;
  }

  #remarks(): string[] {
    const { moved } = this.#identities;
    return [
      ...(moved.length === 0
        ? []
        : [`ids of ${moved.join(', ')} differ: objects are matched by message id, name or date`]),
      ...(this.#unknown === 0
        ? []
        : [`${this.#unknown} requests were not compared: NEW shows no such objects`]),
      ...(this.#changing === 0
        ? []
        : [
            `${this.#changing} requests differed once and not when asked again: data that changes, or an instance that fails now and then`,
          ]),
    ];
  }

  /** Lists that became slower than all others. */
  #slower(): Difference[] {
    const changes = latencyChanges(this.old.client.log, this.received.client.log);
    return changes.map(({ endpoint, fromMs, toMs, factor, slowerIn, requests }) => ({
      kind: 'latency',
      endpoints: [`GET ${endpoint}`],
      places: ['time'],
      versions: slowerIn,
      requests,
      clients: [],
      example: {
        request: `GET ${endpoint}`,
        role: 'anonymous',
        where: `${factor} times slower than all requests`,
        old: `${fromMs} ms`,
        new: `${toMs} ms`,
      },
    }));
  }
}

function comparedInstance({ client, found }: Side): LiveComparison['old'] {
  return {
    ...targetOnly(client),
    versionsOffered: found.offered,
    requests: client.traffic.requests,
    medianMs: medianOf(client.log.latencies.map(({ medianMs }) => medianMs)),
  };
}
