import fc, { type Arbitrary, type AsyncCommand } from 'fast-check';
import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { tryValues } from '../../harness/property.js';
import type { Role } from '../../harness/role.js';
import { inconclusive, unanswered, Violation } from '../../harness/violation.js';
import type { WriteMethod } from '../../harness/write.js';

/** More commands than requests, so that the number of requests limits a sequence. */
const MOST_COMMANDS = 200;

/** The limit for sequences that are tried to find a shorter one after a failure. */
const MOST_SHRINKS = 80;

/** The requests of one sequence. */
export class Requests {
  /** In words, with the exchanges: `PATCH bundles/7/ {"public":true} as user`. */
  readonly sent: { text: string; exchange: number }[] = [];

  constructor(readonly context: CheckContext) {}

  /** Reads a path as a role. Inconclusive if the server fails, which has a requirement of its own. */
  async get(role: Role, path: string, query: Query = {}): Promise<Answer> {
    const { api } = this.context;
    const answer = await api.as(role).get(path, { query });
    const address = api.path(path, query).slice(api.path('').length);
    return this.#note(`GET ${address} as ${role}`, answer);
  }

  /** Writes as a role: JSON, or no body for a DELETE. Inconclusive if the server fails: the state is unknown then. */
  async send(role: Role, method: WriteMethod, path: string, json?: object): Promise<Answer> {
    const { api, write } = this.context;
    const body = json === undefined ? ('none' as const) : { json };
    const answer = await write.send(api.as(role), method, path, body);
    const sent = json === undefined ? '' : ` ${JSON.stringify(json)}`;
    return this.#note(`${method} ${path}${sent} as ${role}`, answer);
  }

  /** All requests in their order. */
  toString(): string {
    return this.sent.map(({ text }, index) => `${index + 1}. ${text}`).join('; ');
  }

  #note(text: string, answer: Answer): Answer {
    this.sent.push({ text, exchange: answer.exchange });
    if (answer.status >= 500) unanswered(answer);
    return answer;
  }
}

/** The arguments of a command: the objects as they should be, which it updates, and the requests. */
interface Running<M> {
  model: M;
  requests: Requests;
  hasRoom(): boolean;
}

/** A kind of request of a sequence. */
export type Command<M> = AsyncCommand<Running<M>, Running<M>, true>;

/** Makes a command from its action, which throws a Violation where the model is contradicted. */
export function command<M>(
  run: (model: M, requests: Requests) => Promise<unknown>,
  may: (model: M) => boolean = () => true,
): Command<M> {
  return {
    check: async ({ model, hasRoom }) => hasRoom() && may(model),
    run: async ({ model, requests }) => {
      await run(model, requests);
    },
  };
}

/** A kind of sequence: how it begins, its commands, and how it ends. */
export interface Sequence<M> {
  /** In words, as part of its seed: "visibility of bundles". */
  what: string;
  /** The number of requests after which no further command is sent. */
  requests: number;
  /** Brings the objects into a known state. Inconclusive if that fails. */
  begin(requests: Requests): Promise<M>;
  commands(context: CheckContext): Arbitrary<Command<M>>[];
  /** The reads after all commands. */
  end(model: M, requests: Requests): Promise<void>;
  /** Removes what was created. */
  cleanUp?(model: M, requests: Requests): Promise<void>;
}

/**
 * Tries a random sequence, or N with `--thorough N`. Throws a Violation with the shortest sequence
 * found that contradicts the model; inconclusive if the first one does so only once.
 */
export async function trySequences<M>(context: CheckContext, sequence: Sequence<M>): Promise<void> {
  const { api, queries } = context;
  const commands = fc.commands(sequence.commands(context), {
    maxCommands: MOST_COMMANDS,
    size: 'max',
    disableReplayLog: true,
  });
  let shortest: Requests | undefined;
  const play = async (given: Iterable<Command<M>>) => {
    const requests = new Requests({ ...context, api: api.unnoted() });
    try {
      await played(sequence, given, requests);
    } catch (error) {
      if (error instanceof Violation) shortest = requests;
      throw error;
    }
  };
  try {
    await tryValues(
      // Unbiased, because the first sequence would be short otherwise.
      fc.noBias(commands),
      async (given) => {
        const isFirst = shortest === undefined;
        await play(given).catch(async (error: unknown) => {
          if (!isFirst || !(error instanceof Violation)) throw error;
          await play(given);
          inconclusive(
            `${error.message}: this was not reproduced in a second attempt`,
            'failed-write',
          );
        });
      },
      {
        runs: queries.thorough ?? 1,
        seed: queries.seed,
        id: `${sequence.what} ${api.version}`,
        inWords: () => String(shortest),
        shrinks: MOST_SHRINKS,
      },
    );
  } finally {
    // Only the requests of the shortest sequence are evidence.
    for (const each of shortest?.sent ?? []) api.note(each);
  }
}

async function played<M>(
  sequence: Sequence<M>,
  commands: Iterable<Command<M>>,
  requests: Requests,
): Promise<void> {
  const model = await sequence.begin(requests);
  const { length: begun } = requests.sent;
  try {
    const hasRoom = () => requests.sent.length - begun < sequence.requests;
    const running = { model, requests, hasRoom };
    await fc.asyncModelRun(() => ({ model: running, real: running }), commands);
    await sequence.end(model, requests);
  } finally {
    await sequence.cleanUp?.(model, new Requests(requests.context));
  }
}
