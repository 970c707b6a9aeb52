import type { Answer } from '../../harness/client/answer.js';
import { Client } from '../../harness/client/client.js';
import { keyOf } from '../../harness/client/read-memory.js';
import { Stopped, whyEnded } from '../../harness/client/stopped.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { phases } from '../../harness/phases.js';
import { isObject } from '../../harness/place.js';
import { type Catalogue, plan } from '../../harness/plan.js';
import { findInstance } from '../../harness/preflight.js';
import { canSignIn, rolesOf } from '../../harness/role.js';
import { type TargetSettings, withoutRejected } from '../../harness/settings.js';
import { pathOn } from '../../harness/target.js';
import { tool } from '../../harness/tool.js';
import { NotGiven } from '../../harness/violation.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import type { Profile } from '../client-profile/profile.js';
import { type Asked, askedBy, limitedTo } from './asked.js';
import { compareAnswers } from './compare-answers.js';
import { Differences, MOST_DIFFERENCES, slowerLists } from './differences.js';
import { Identities } from './identities.js';
import { refusedOnly, versionsApart } from './missing.js';
import { type Finding, type LiveComparison, NOTICES } from './result.js';
import { HandingClient, Side, versionsOfBoth } from './side.js';
import { Tally } from './tally.js';

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
  for (const client of [one, other]) {
    client.limitRequests(options.maxRequests ?? Number.POSITIVE_INFINITY);
    const end = () => client.stop(whyEnded(options.stop));
    if (options.stop.aborted) end();
    options.stop.addEventListener('abort', end, { once: true });
  }
  try {
    const old = new Side(one, (await findInstance(one, options.old)).found);
    const { found } = await findInstance(other, options.new);
    const live = new Live(options, old, new Side(other, found));
    one.onRead = live.onRead;
    return await live.run();
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

class Live {
  readonly #startedAt = new Date();
  readonly #identities = new Identities();
  readonly #differences: Differences;
  readonly #versions: Version[];
  /** The roots of versions that OLD offers, and NEW should as well. */
  readonly #lost = new Set<string>();
  readonly #notes: string[] = [];
  readonly #missing: string[] = [];
  /** Requests that were seen, by what makes them identical. */
  readonly #seen = new Set<string>();
  readonly #tally = new Tally();
  /** Why checks ended in an error: what they would have requested is not compared. */
  readonly #unasked = new Set<string>();
  /** How many lists OLD returned. */
  #lists = 0;
  /** Why the rest is not compared, if it is not the signal. */
  #ended: unknown;

  constructor(
    private readonly options: LiveOptions,
    private readonly old: Side,
    private readonly received: Side,
  ) {
    this.#differences = new Differences(options.profiles, this.#clean);
    this.#versions = versionsOfBoth(old, received, options.versions);
  }

  readonly #clean = (text: string) =>
    this.received.client.redaction.text(this.old.client.redaction.text(text));

  async run(): Promise<LiveComparison> {
    const { old, received, options } = this;
    const refused = received.found.rejected;
    const versions = this.#versions;
    const all = { ...options.old, versions, only: [], skip: [], seed: 0 };
    const settings = withoutRejected(all, refused);
    options.onPlan(versions);
    try {
      const [before, after] = [old.found.offered, received.found.offered];
      const apart = versionsApart(options.versions ?? VERSIONS, before, after, options.profiles);
      this.#notes.push(...apart.notes);
      this.#missing.push(...apart.missing);
      for (const version of apart.lost) {
        this.#lost.add(rootOf(version));
        await old.client.readIfAnswered({ role: 'anonymous', url: rootOf(version) });
      }
      for (const { role, why } of refused) {
        this.#notes.push(
          `NEW rejects the credentials of role ${role}, which OLD accepts: ${why}; set CONFORMANCE_NEW_TOKEN if the account has another token there`,
        );
        await old.client.readIfAnswered({ role, url: `${rootOf(versions.at(-1))}users/` });
      }
      // What the checks of the run find out is not used, but for what they could not ask; nothing is checked again.
      const found = { offered: versions, rejected: [] };
      const { wanted } = plan(options.catalogue, found, settings);
      await phases(old.client, found, wanted, settings, {
        rechecks: false,
        onJudgement: (_, { result: { verdict, code, reason } }) => {
          if (verdict === 'error' && code !== 'no-answer')
            this.#unasked.add(this.#clean(`${reason}`));
        },
      });
    } catch (error) {
      this.#ended ??= error;
    }
    return this.#result(rolesOf(settings.credentials));
  }

  /** Compares a request that was not seen before, while the run waits: one request is sent at a time. */
  readonly onRead: HandingClient['onRead'] = async (wanted, send) => {
    const read = limitedTo(this.options.project, wanted);
    const answer = await send(read).catch((error) => {
      if (error instanceof TransportError) this.#tally.unanswered += 1;
      throw error;
    });
    const key = keyOf({ ...read, url: answer.url });
    const target = pathOn(this.old.client, answer.url);
    if (this.#seen.has(key) || !this.#isOfBoth(target)) return answer;
    this.#seen.add(key);
    await this.#compare(askedBy(read, target), answer).catch((error) => {
      // A check would take it for its own.
      this.#ended ??= error;
      this.old.client.stop();
    });
    return answer;
  };

  /** Whether both have the version of a URL, which is the newest without one; or it is the root of a lost version. */
  #isOfBoth(target: string): boolean {
    const own = VERSIONS.find((version) => target.startsWith(rootOf(version)));
    if (own !== undefined) return this.#versions.includes(own) || this.#lost.has(target);
    if (!target.startsWith('/api/')) return target.startsWith('/');
    return this.old.found.offered.at(-1) === this.received.found.offered.at(-1);
  }

  /** Sends a request to the new instance as well; what differs is asked for again. */
  async #compare(asked: Asked, answer: Answer): Promise<void> {
    const target = this.#identities.targetOnNew(asked.target);
    if (target === undefined) {
      this.#tally.unknown += 1;
      return;
    }
    const first = await this.#findings(asked, answer, target);
    if (first === undefined) return;
    if (first.found.length > 0) {
      const old = await this.old.ask(asked.read);
      // Whether it would differ again is not known.
      if ('failure' in old || (old.status >= 500 && answer.status < 500)) {
        this.#tally.unanswered += 1;
        return;
      }
      const again = await this.#findings(asked, old, target);
      // A value that differs in another way still differs.
      const places = new Set(again?.found.map(placeOf));
      const kept = first.found.filter((each) => places.has(placeOf(each)));
      if (first.isBroken && kept.length === 0) this.#tally.broken += 1;
      else if (kept.length < first.found.length) this.#tally.changing += 1;
      this.#differences.add(kept, asked, target);
    }
    if (isList(asked, answer)) this.#lists += 1;
    if (first.found.length === 0 && !isReadable(asked, answer)) this.#tally.unreadable += 1;
    else this.#tally.compared += 1;
    this.options.onProgress(this.#tally.compared, this.#differences.size);
  }

  /**
   * What differs, and whether the new instance failed. Undefined, and counted, if nothing was sent to it: the role has
   * no such credentials there. Without any, it would be an anonymous request.
   */
  async #findings(
    asked: Asked,
    old: Answer,
    url: string,
  ): Promise<{ found: Finding[]; isBroken: boolean } | undefined> {
    const sides = { identities: this.#identities, old: this.old, new: this.received };
    const { role } = asked.read;
    const [signsIn, signsInToo] = [this.options.old, this.options.new].map(
      ({ credentials }) => role !== 'anonymous' && canSignIn(credentials[role]),
    );
    if (signsIn && !signsInToo) {
      this.#tally.unsent(`no credentials are configured for the role ${role}`);
      return undefined;
    }
    try {
      const received = await this.received.ask({ ...asked.read, url });
      // A secret in several lines is not recognised where they are apart or joined.
      const plain = 'failure' in received ? received : this.received.withoutSecrets(received);
      return {
        found: compareAnswers(asked, this.old.withoutSecrets(old), plain, sides),
        isBroken: 'failure' in received || received.status >= 500,
      };
    } catch (error) {
      if (!(error instanceof NotGiven)) throw error;
      this.#tally.unsent(error.message);
      return undefined;
    }
  }

  #result(roles: readonly string[]): LiveComparison {
    const { old, received, options } = this;
    const why = this.#whyEnded();
    if (why !== undefined) this.#missing.push(`the remaining requests: ${why}`);
    this.#missing.push(...refusedOnly(received.client.traffic, old.client.traffic));
    this.#missing.push(...this.#tally.missing);
    this.#missing.push(
      ...[...this.#unasked].slice(0, 3).map((each) => `requests of checks: ${each}`),
    );
    if (this.#missing.length === 0 && this.#lists === 0) {
      this.#missing.push('every list: OLD returned none, so nothing was compared');
    }
    const differences = [
      ...this.#differences.ranked(),
      ...slowerLists(old.client.log, received.client.log, this.#clean),
    ];
    const isDifferent = differences.some(({ kind }) => !NOTICES.includes(kind));
    return {
      format: 'conformance-live-comparison/1',
      tool: tool(),
      startedAt: this.#startedAt.toISOString(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      verdict: isDifferent ? 'different' : this.#missing.length > 0 ? 'incomplete' : 'same',
      old: old.reported,
      new: received.reported,
      versions: this.#versions,
      project: options.project,
      roles: ['anonymous', ...roles],
      compared: this.#tally.compared,
      planned: this.#tally.planned,
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
    const remarks: [count: number, says: string][] = [
      [
        Number(this.#differences.isCut),
        `there are more differences: only the first ${MOST_DIFFERENCES} are listed`,
      ],
      [
        moved.length,
        `ids of ${moved.join(', ')} differ: objects are matched by message id, name or date`,
      ],
    ];
    return [
      ...remarks.filter(([count]) => count > 0).map(([, says]) => says),
      ...this.#tally.remarks,
    ];
  }
}

/** Whether an answer is a list that was requested. */
function isList({ shows }: Asked, { method, status, json }: Answer): boolean {
  return shows?.form === 'list' && method === 'GET' && status === 200 && Array.isArray(json);
}

/** Whether an answer has the list or object that was requested; an error and a page that was wanted are what they are. */
function isReadable({ read, shows }: Asked, { method, status, json }: Answer): boolean {
  if (shows === undefined || method !== 'GET' || status !== 200) return true;
  if (/text\/html/.test(read.headers?.accept ?? '')) return true;
  return shows.form === 'list' ? Array.isArray(json) : isObject(json);
}

/** Where an answer differs, whatever the values. */
function placeOf({ kind, where, place }: Finding): string {
  return `${kind} ${place} ${where}`;
}

function rootOf(version: Version | undefined): string {
  return `/api/${version}/`;
}
