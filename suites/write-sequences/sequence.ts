import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import type { Role } from '../../harness/role.js';
import { mix } from '../../harness/writing/property.js';
import { type Look, type Matter, Trial } from './trial.js';

/** fast-check is loaded only if needed, because it takes 8 MB and most runs only read. */
export type FastCheck = typeof import('fast-check')['default'];

/** The arguments of a command: the model, which it updates as predicted, and the trial. */
export interface Under<M> {
  model: M;
  trial: Trial;
  /** The number of requests that the end of the sequence takes. */
  ending(): number;
  /** The commands that ran so far. */
  ran: Command<M>[];
}

/** One kind of step of a sequence. */
export type Command<M> = AsyncCommand<Under<M>, Under<M>, true>;

/** A kind of sequence: its objects, its commands, and its reads. */
export interface Sequence<M> {
  /** In words: "bundles". */
  what: string;
  /** The number of requests of a sequence, including its start and end. */
  requests: number;
  /** The smallest number of requests for another sequence. */
  least: number;
  /** Set if a sequence cannot be repeated, so that no shorter one can be searched. */
  onlyOnce?: true;
  /** The number of writes at its start. */
  begins: number;
  /** The role that writes and has full access: reads as this role need the fewest steps. */
  owner: Role;
  /** Creates or reads the objects. Inconclusive if that fails. */
  begin(trial: Trial): Promise<M>;
  commands(fc: FastCheck, context: CheckContext): Promise<Arbitrary<Command<M>>[]>;
  /** The number of requests at its end. */
  ending(model: M): number;
  /** The reads after all commands. */
  looks(model: M, trial: Trial): Look[];
  /** Cleans up what was created. */
  end?(model: M, trial: Trial): Promise<void>;
}

/** One complete sequence. */
export interface Turn {
  seed: number;
  most: number;
  trial: Trial;
}

/** The results of the sequences of one kind in one version. */
export interface Explored {
  turns: readonly Turn[];
  /** The matters in which something was compared. */
  compared: ReadonlySet<Matter>;
}

/** More commands than requests, so that the number of requests limits a sequence. */
const MOST_COMMANDS = 200;

/** Creates a command from its precondition and its action. */
export function commandOf<M>(
  text: string,
  may: (under: Under<M>) => boolean,
  run: (under: Under<M>) => Promise<unknown>,
): Command<M> {
  const command: Command<M> = {
    check: async (under) => under.trial.hasRoom(under.ending()) && may(under),
    run: async (under) => {
      under.ran.push(command);
      await run(under);
    },
    toString: () => text,
  };
  return command;
}

/**
 * Tries sequences of a kind once in a version, as many as the requests allow. With `--thorough N`
 * the requests suffice for N of the longest.
 */
export function explored<M>(context: CheckContext, sequence: Sequence<M>): Promise<Explored> {
  const { api, instance, queries } = context;
  return instance.once(`sequences of writes of ${sequence.what} in ${api.version}`, async () => {
    const { default: fc } = await import('fast-check');
    const commands = await sequence.commands(fc, context);
    const compared = new Set<Matter>();
    const turns: Turn[] = [];
    let left = sequence.requests * (queries.thorough ?? 1);
    while (left >= sequence.least) {
      const seed = mix(queries.seed, `${sequence.what} ${api.version} ${turns.length}`);
      const most = Math.min(left, sequence.requests);
      const trial = trialOf(context, most);
      const property = fc.asyncProperty(drawn(fc, commands), (given) =>
        played(fc, sequence, given, trial),
      );
      const { failed, errorInstance } = await fc.check(property, {
        ...once(seed),
        endOnFailure: true,
      });
      if (failed) throw errorInstance;
      for (const matter of trial.compared) compared.add(matter);
      turns.push({ seed, most, trial });
      left -= trial.sent;
    }
    return { turns, compared };
  });
}

/** One sequence, without bias to short ones. */
export function once(seed: number) {
  return { seed, numRuns: 1, unbiased: true };
}

/** The sequences of these commands. */
export function drawn<M>(fc: FastCheck, commands: Arbitrary<Command<M>>[]) {
  return fc.commands(commands, {
    maxCommands: MOST_COMMANDS,
    size: 'max',
    disableReplayLog: true,
  });
}

/** Only the requests of the shortest sequence are evidence. */
export function trialOf(context: CheckContext, most: number, endsAt?: Matter): Trial {
  const unnoted = { ...context, api: context.api.unnoted() };
  return new Trial(unnoted, { most, endsAt });
}

/** Runs a sequence: start, commands, all or selected reads, and cleanup. */
export async function played<M>(
  fc: FastCheck,
  sequence: Sequence<M>,
  commands: Iterable<Command<M>>,
  trial: Trial,
  { ran, only }: { ran: Command<M>[]; only?: readonly string[] } = { ran: [] },
): Promise<void> {
  const model = await sequence.begin(trial);
  try {
    const under = { model, trial, ending: () => sequence.ending(model), ran };
    await fc.asyncModelRun(() => ({ model: under, real: under }), commands);
    for (const look of sequence.looks(model, trial)) {
      if (only === undefined || only.includes(look.name)) await trial.look(look);
    }
  } finally {
    await sequence.end?.(model, trial);
  }
}
