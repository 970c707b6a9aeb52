import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { unlike } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { type Mismatch, Violation } from '../../harness/violation.js';
import type { WriteMethod } from '../../harness/write.js';
import { LARGEST_PAGE } from '../../specification/limits.js';

/** The matter of a difference; each requirement of the group reports one. */
export type Matter = 'state' | 'visible' | 'deleted' | 'listed';

/** A request of a sequence. */
export interface Step {
  /** `PATCH bundles/7/ {"public":true} as user`. */
  text: string;
  isWrite: boolean;
  exchange: number;
}

/** A difference from the prediction of the model. */
export interface Difference extends Mismatch {
  matter: Matter;
  /** The name of the look that showed it, or WRITE. */
  look: string;
  /** The number of steps up to and including the one that showed it. */
  steps: number;
}

/** The value of `Difference.look` for the response to a write. */
export const WRITE = 'write';

/** A read that is compared with the prediction. */
export interface Look {
  /** `list as other`. */
  name: string;
  run(): Promise<void>;
}

/** Whether a response is the whole list: the page is not full, and there is no next page. */
export function isWhole(answer: Answer): boolean {
  const { json } = answer;
  const isFull = Array.isArray(json) && json.length >= LARGEST_PAGE;
  return !isFull && !/rel="?next/.test(header(answer, 'link') ?? '');
}

/** The options of a trial. */
export interface TrialSettings {
  /** The limit for its requests. */
  most: number;
  /** The matter whose first difference ends it; if undefined, all are collected. */
  endsAt?: Matter;
}

/** A running sequence: its requests, and the differences from the prediction. */
export class Trial {
  readonly steps: Step[] = [];
  readonly differences: Difference[] = [];
  /** The matters in which something was compared. */
  readonly compared = new Set<Matter>();
  readonly #settings: TrialSettings;
  #sent = 0;
  #look = WRITE;
  /** Whether a write got a server error: the state is unknown since. */
  #isLost = false;

  constructor(
    readonly context: CheckContext,
    settings: TrialSettings,
  ) {
    this.#settings = settings;
  }

  /** The number of requests sent. */
  get sent(): number {
    return this.#sent;
  }

  /** The number of writes among them. */
  get writes(): number {
    return this.steps.filter(({ isWrite }) => isWrite).length;
  }

  /** Whether another step is possible if `kept` requests are reserved for the end. */
  hasRoom(kept: number): boolean {
    return this.#sent + kept < this.#settings.most;
  }

  /** Performs a look; differences found meanwhile get its name. */
  async look({ name, run }: Look): Promise<void> {
    this.#look = name;
    await run();
    this.#look = WRITE;
  }

  /** Reads a path as a role. */
  async get(role: Role, path: string, query: Query = {}): Promise<Answer> {
    const { api } = this.context;
    this.#sent += 1;
    const answer = await api.as(role).get(path, { query });
    const address = api.path(path, query).slice(api.path('').length);
    this.#note(`GET ${address} as ${role}`, false, answer);
    return answer;
  }

  /** Writes as a role: JSON, or no body for a DELETE. */
  async send(role: Role, method: WriteMethod, path: string, json?: object): Promise<Answer> {
    const { api, write } = this.context;
    this.#sent += 1;
    const body = json === undefined ? ('none' as const) : { json };
    const answer = await write.send(api.as(role), method, path, body);
    const sent = json === undefined ? '' : ` ${JSON.stringify(json)}`;
    this.#note(`${method} ${path}${sent} as ${role}`, true, answer);
    this.#isLost ||= answer.status >= 500;
    return answer;
  }

  /**
   * Compares the status of a response with those predicted; returns whether it is one of them. A
   * server error has a requirement of its own.
   */
  expectStatus(matter: Matter, answer: Answer, ...allowed: number[]): boolean {
    if (answer.status >= 500) return false;
    const holds = allowed.includes(answer.status);
    const expected = `status ${allowed.join(' or ')}`;
    this.#compare(matter, holds, {
      message: `${named(answer)}: expected ${expected}, got ${answer.status}`,
      expected,
      received: answer.status,
      exchange: answer.exchange,
    });
    return holds;
  }

  /** Compares a value with the prediction; `what` and `expected` are prose. */
  expect(matter: Matter, holds: boolean, seen: Seen, what: string, expected: string): void {
    this.#compare(matter, holds, unlike(seen, what, expected));
  }

  #compare(matter: Matter, holds: boolean, mismatch: Mismatch): void {
    if (this.#isLost) return;
    this.compared.add(matter);
    if (holds) return;
    this.differences.push({ ...mismatch, matter, look: this.#look, steps: this.steps.length });
    if (matter === this.#settings.endsAt) throw new Violation([mismatch]);
  }

  #note(text: string, isWrite: boolean, { exchange }: Answer): void {
    this.steps.push({ text, isWrite, exchange });
  }
}
