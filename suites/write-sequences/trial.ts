import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, header, named } from '../../harness/client/answer.js';
import { unlike } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import type { Role } from '../../harness/role.js';
import { type Mismatch, Violation } from '../../harness/violation.js';
import type { WriteMethod } from '../../harness/write.js';
import { LARGEST_PAGE } from '../../specification/limits.js';

/** What a difference is a matter of; each requirement of the chapter judges one. */
export type Matter = 'state' | 'visible' | 'deleted' | 'listed';

/** A request of a sequence. */
export interface Step {
  /** `PATCH bundles/7/ {"public":true} as user`. */
  text: string;
  isWrite: boolean;
  exchange: number;
}

/** Something that is otherwise than the model predicts. */
export interface Difference extends Mismatch {
  matter: Matter;
  /** What showed it: the name of a look, or WRITE. */
  look: string;
  /** How many steps there were until then, that one included. */
  steps: number;
}

/** What `Difference.look` is where the answer to a write is no success. */
export const WRITE = 'write';

/** Something that is looked at, and held against the prediction. */
export interface Look {
  /** `list as other`. */
  name: string;
  run(): Promise<void>;
}

/** Whether an answer is all of a list: there is no next page, and the page is not full. */
export function isWhole(answer: Answer): boolean {
  const { json } = answer;
  const isFull = Array.isArray(json) && json.length >= LARGEST_PAGE;
  return !isFull && !/rel="?next/.test(header(answer, 'link') ?? '');
}

/** How a sequence is tried. */
export interface TrialSettings {
  /** How many requests it may send. */
  most: number;
  /** The matter whose first difference ends it; absent where it goes on and notes all. */
  endsAt?: Matter;
}

/** One sequence on its way: what it has sent, and what was otherwise than predicted. */
export class Trial {
  readonly steps: Step[] = [];
  readonly differences: Difference[] = [];
  /** The matters of which something was compared. */
  readonly compared = new Set<Matter>();
  readonly #settings: TrialSettings;
  #sent = 0;
  #look = WRITE;
  /** Whether a write was answered with a server error: nobody knows what is there since. */
  #isLost = false;

  constructor(
    readonly context: CheckContext,
    settings: TrialSettings,
  ) {
    this.#settings = settings;
  }

  /** How many requests it has sent. */
  get sent(): number {
    return this.#sent;
  }

  /** How many of its requests were writes. */
  get writes(): number {
    return this.steps.filter(({ isWrite }) => isWrite).length;
  }

  /** Whether another step may be taken, so that `kept` requests are left for the end. */
  hasRoom(kept: number): boolean {
    return this.#sent + kept < this.#settings.most;
  }

  /** Looks at something: what is compared meanwhile is told by that name. */
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

  /** Writes as a role: JSON, or nothing for a DELETE. */
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
   * The status of an answer is one of those predicted; returns whether it is. A server error is a
   * requirement of its own, whatever it was the answer to.
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

  /** A value is what was predicted; `what` and `expected` are prose. */
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
