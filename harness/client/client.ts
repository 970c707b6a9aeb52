import { instead } from '../instead.js';
import { Redaction } from '../redaction.js';
import type { Credentials, SignedInRole } from '../role.js';
import type { TargetSettings } from '../settings.js';
import type { Answer } from './answer.js';
import { Origin } from './origin.js';
import { ForbiddenWrite, type PermittedWrites } from './permitted-writes.js';
import { proxyOf, viaProxy } from './proxy.js';
import { RateLimiter } from './rate-limiter.js';
import { type Apart, ReadMemory } from './read-memory.js';
import type { Recorder } from './recorder.js';
import type { Read, UnstoredResponse, Write } from './request.js';
import { type Repeatable, RetryPolicy } from './retry-policy.js';
import { Sender, type Take } from './sender.js';
import type { ServerErrors } from './server-errors.js';
import { Stopped } from './stopped.js';
import type { Traffic } from './traffic.js';
import type { TrafficLog } from './traffic-log.js';
import { ForeignOrigin, TransportError } from './transport-error.js';

/**
 * The only way to the network. Adds the credentials of the role, stays on the origin of the
 * instance, limits the rate, shares identical reads, counts, and stores a redacted record of every
 * exchange. Writes only what is permitted.
 */
export class Client {
  readonly redaction: Redaction;
  /** Where requests may go. */
  readonly origin: Origin;
  readonly #sender: Sender;
  /** The exchanges, given out redacted. */
  readonly records: Recorder;
  /** Counts and times of the exchanges. */
  readonly log: TrafficLog;
  /** The server errors that this client received. */
  readonly serverErrors: ServerErrors;
  readonly #lost = new Map<string, Map<string, TransportError>>();
  /** When requests start, and whether anything waits. */
  readonly limiter: RateLimiter;
  /** What was refused, and the answers that something in front of the instance may have sent. */
  readonly retries: RetryPolicy;
  readonly #reads = new ReadMemory((read) => this.#ask(read));
  #permitted: PermittedWrites | undefined;
  #stopped: Stopped | undefined;
  /** Why the client stopped by itself: the limit of requests was used up; undefined if it did not. */
  endedBy: string | undefined;

  private readonly settings: TargetSettings;

  constructor(given: TargetSettings) {
    // A copy, of which the credentials may be withdrawn.
    const settings = { ...given };
    this.settings = settings;
    this.redaction = new Redaction(settings);
    this.origin = new Origin(settings.baseUrl, this.redaction);
    this.limiter = new RateLimiter(settings);
    this.#sender = new Sender(settings, this.redaction, (stopped) => {
      this.endedBy = stopped.why;
      this.#stopped = stopped;
      this.limiter.stop();
    });
    this.records = this.#sender.records;
    this.log = this.#sender.log;
    this.serverErrors = this.#sender.serverErrors;
    this.retries = new RetryPolicy(this.limiter, this.redaction);
  }

  /** The address of the instance, without a trailing slash. */
  get baseUrl(): string {
    return this.settings.baseUrl;
  }

  /** The proxy that requests go through, as a clause for messages; empty without one. */
  get via(): string {
    const proxy = proxyOf(this.settings);
    return proxy === undefined ? '' : viaProxy(this.settings, proxy);
  }

  /** The most requests at a time. */
  get concurrency(): number {
    return this.settings.concurrency;
  }

  /** The credentials of a role; undefined if there are none. */
  credentialsOf(role: SignedInRole): Credentials | undefined {
    return this.settings.credentials[role];
  }

  /** Signs in as these roles no more: what is sent as one of them is anonymous. */
  signOut(roles: readonly SignedInRole[]): void {
    const kept = Object.entries(this.settings.credentials).filter(
      ([role]) => !roles.some((each) => each === role),
    );
    this.settings.credentials = Object.fromEntries(kept);
  }

  /** The traffic so far. */
  get traffic(): Traffic {
    const { refusals, retried } = this.retries;
    return { ...this.log.traffic, refusals, retried };
  }

  /**
   * Reads a URL. Identical reads (role, URL, headers) are sent once and shared. Redirects are not
   * followed. Throws a ForeignOrigin for a URL outside the instance and a TransportError if there
   * was no response after retries.
   */
  read(read: Read): Promise<Answer> {
    return this.#reads.read(this.#absolute(read));
  }

  /** The same; undefined where there is no response, or a URL outside the instance: neither says anything. */
  async readIfAnswered(read: Read): Promise<Answer | undefined> {
    const answer = (async () => this.read(read))();
    return answer.catch(instead(undefined, TransportError, ForeignOrigin));
  }

  /**
   * Reads a URL like `read`, but does not share or store the response: for data that is used once,
   * such as the pages of a long list.
   */
  async readUnstored(read: Read): Promise<UnstoredResponse> {
    let last = { ms: 0, keep: () => {} };
    const answer = await this.#ask(this.#absolute(read), (taken) => {
      last = taken;
    });
    return { answer, ...last };
  }

  /** Stops when this many requests have been sent, those so far included. */
  limitRequests(most: number): void {
    this.#sender.most = most;
  }

  /** Permits these writes only. */
  permit(writes: PermittedWrites): void {
    this.#permitted = writes;
  }

  /** Forgets earlier reads, or those of some collections: the next ones return the current state. */
  forgetReads(collections?: readonly string[]): void {
    this.#reads.forget(collections);
  }

  /** The reads of a version that got no response, also later, by `keyOf`. */
  lostIn(version: string): Map<string, TransportError> {
    const lost = this.#lost.get(version) ?? new Map<string, TransportError>();
    this.#lost.set(version, lost);
    return lost;
  }

  /** Forgets earlier reads of a version, and with them the memory that their responses need. */
  forgetVersion(version: string): void {
    this.#reads.forgetVersion(version);
  }

  /**
   * Does a piece of work with the reads that are remembered now, and forgets its own afterwards.
   * Throws a Stopped at the request after `most`; `wasCut` tells whether there was one, which a check may have
   * passed over. Nothing else may be requested meanwhile.
   */
  async apart<T>(
    most: number,
    work: (apart: Apart & { wasCut(): boolean }) => Promise<T>,
  ): Promise<T> {
    return this.#sender.apart(most, (wasCut) =>
      this.#reads.apart((apart) => work({ ...apart, wasCut })),
    );
  }

  /**
   * For restoring, which must not fail: from now on retries for minutes, and sends requests although the run
   * was stopped or its limit is used up.
   */
  persist(): void {
    this.#stopped = undefined;
    this.#sender.isPersistent = true;
    this.#sender.transport.restart();
    this.limiter.persist();
  }

  /**
   * Sends one write, and again only after a refusal for now and if `didNotArrive` says so (docs/verdicts.md B-49).
   * Redirects are not followed, and the end of the run waits for the response, because the write may take effect.
   * Throws a ForbiddenWrite for a write that is not permitted, a ForeignOrigin, and a TransportError if the
   * response was lost or did not come from the instance.
   */
  async write(write: Write): Promise<Answer> {
    const { method, path, body } = write;
    if (this.#permitted === undefined) throw new ForbiddenWrite('this run may not write');
    this.#permitted.demand({ method, path, body });
    const url = this.origin.resolve(path);
    // A path that the URL parser changes is not the plain path that was permitted.
    if (url.href !== this.origin.base + path) {
      throw new ForbiddenWrite(`${method} ${path} is not a plain path`);
    }
    const once = async () => {
      write.beforeSending();
      try {
        return await this.#sender.send(write, url, body);
      } finally {
        this.forgetReads();
      }
    };
    try {
      const request = { send: this.#sending(once), wantsPage: false, control: this.#control };
      return await this.retries.ask({ ...request, write });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw new TransportError(error.code, error.message, true);
    }
  }

  /** Ends the run: pending and later reads throw a Stopped with the reason `why`. */
  stop(why?: string): void {
    this.#stopped = new Stopped(why);
    this.limiter.stop();
    this.#sender.transport.stop(why);
  }

  /** Whether it was stopped. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#sender.transport.close();
  }

  #absolute(read: Read): Read {
    return { ...read, url: this.origin.resolve(read.url).href };
  }

  /** Sends a read with an absolute URL. */
  async #ask(read: Read, take?: Take): Promise<Answer> {
    const answer = await this.retries.ask({
      send: this.#sending(() => this.#sender.send(read, new URL(read.url), 'none', take)),
      wantsPage: /text\/html/.test(read.headers?.accept ?? ''),
      control: this.#control,
    });
    // A check may be about a refusal; a scan is about rows, and an error shows neither.
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    if (answer.status < 400 || (isRefused && take === undefined)) this.log.looked(answer);
    return answer;
  }

  /** Sends a request when it is its turn; retries wait in the queue as well. */
  #sending(once: () => Promise<Answer>): Repeatable['send'] {
    return (isRefusal) =>
      this.limiter.inTurn(async () => {
        // A queued request is neither sent nor counted after the stop.
        if (this.#stopped) throw this.#stopped;
        return once();
      }, isRefusal);
  }

  /** Reads the root of the API, which is answered as long as anything is. */
  readonly #control = (): Promise<Answer> => {
    const url = this.origin.resolve('/api/');
    const read = { role: 'anonymous', url: url.href } as const;
    return this.#sending(() => this.#sender.send(read, url))(() => false);
  };
}
