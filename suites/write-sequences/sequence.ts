import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { Violation } from '../../harness/violation.js';
import { mix } from '../../harness/writing/property.js';
import { type Difference, type Look, type Matter, type Step, Trial } from './trial.js';

/** fast-check, which is loaded where it is needed only: it weighs 8 MB, and most runs only read. */
export type FastCheck = typeof import('fast-check')['default'];

/** What a command is given: the model, which it changes as the instance should change, and the trial. */
export interface Under<M> {
  model: M;
  trial: Trial;
  /** How many requests the end of the sequence takes. */
  ending(): number;
}

/** One kind of step of a sequence. */
export type Command<M> = AsyncCommand<Under<M>, Under<M>, true>;

/** A kind of sequence: what it is about, what it does, and what is looked at after it. */
export interface Sequence<M> {
  /** In words: "bundles". */
  what: string;
  /** How many requests a sequence may send, its beginning and its end included. */
  requests: number;
  /** The least number that is worth another sequence. */
  least: number;
  /** Set where a sequence cannot begin anew, so that no shorter one is looked for. */
  onlyOnce?: true;
  /** How many writes it begins with. */
  begins: number;
  /** Whether such writes after the beginning are what other chapters do as well; one alone always is. */
  isPlain?(writes: readonly Step[]): boolean;
  /** Makes or reads what the sequence is about. Inconclusive where that cannot be done. */
  begin(trial: Trial): Promise<M>;
  commands(fc: FastCheck, context: CheckContext): Promise<Arbitrary<Command<M>>[]>;
  /** How many requests its end takes. */
  ending(model: M): number;
  /** What is looked at when all commands have run. */
  looks(model: M, trial: Trial): Look[];
  /** Puts away what is left of what was made. */
  end?(model: M, trial: Trial): Promise<void>;
}

/** One sequence that was tried to its end. */
interface Turn {
  seed: number;
  most: number;
  trial: Trial;
}

/** What was found by the sequences of one kind in one version. */
export interface Explored {
  turns: readonly Turn[];
  /** The matters of which something was compared. */
  compared: ReadonlySet<Matter>;
}

/** The shortest sequence that was found to show a difference. */
export interface Shortest {
  difference: Difference;
  /** The steps of it, up to the one that shows the difference. */
  steps: readonly Step[];
}

/** More commands than there are requests for: the length is drawn, and the requests end it. */
const MOST_COMMANDS = 200;

/** So many requests may go into the search for the shortest sequence. */
const MOST_SHRUNK = 200;

/** Makes a command of what it needs of the model, and of what it does. */
export function commandOf<M>(
  text: string,
  may: (under: Under<M>) => boolean,
  run: (under: Under<M>) => Promise<unknown>,
): Command<M> {
  return {
    check: async (under) => under.trial.hasRoom(under.ending()) && may(under),
    run: async (under) => {
      await run(under);
    },
    toString: () => text,
  };
}

/**
 * Tries sequences of a kind once in a version, as many as the requests allow, each to its end. With
 * `--thorough N` there are requests for N of the longest.
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

/**
 * Looks for the shortest sequence that shows a difference in a matter: that of the turn which found it
 * is sent again, then parts of it. Undefined where it is not seen again.
 */
export async function shortestOf<M>(
  context: CheckContext,
  sequence: Sequence<M>,
  matter: Matter,
  { seed, most, trial: first }: Turn,
): Promise<Shortest | undefined> {
  if (sequence.onlyOnce) return sinceItHeld(first, matter);
  const { default: fc } = await import('fast-check');
  const commands = await sequence.commands(fc, context);
  let shortest: Shortest | undefined;
  let ended: { by: unknown } | undefined;
  let sent = 0;
  const property = fc.asyncProperty(drawn(fc, commands), async (given) => {
    if (ended !== undefined || sent > MOST_SHRUNK) return;
    const trial = trialOf(context, most, matter);
    try {
      await played(fc, sequence, given, trial, shortest?.difference.look);
    } catch (error) {
      const difference = trial.differences.find((each) => each.matter === matter);
      if (difference === undefined || !(error instanceof Violation)) {
        ended = { by: error };
        return;
      }
      shortest = { difference, steps: trial.steps.slice(0, difference.steps) };
      throw error;
    } finally {
      if (shortest !== undefined) sent += trial.sent;
    }
  });
  await fc.check(property, once(seed));
  if (shortest === undefined && ended !== undefined) throw (ended as { by: unknown }).by;
  return shortest;
}

/** One sequence, drawn without a bias to short ones. */
function once(seed: number) {
  return { seed, numRuns: 1, unbiased: true };
}

function drawn<M>(fc: FastCheck, commands: Arbitrary<Command<M>>[]) {
  return fc.commands(commands, {
    maxCommands: MOST_COMMANDS,
    size: 'max',
    disableReplayLog: true,
  });
}

/** What a trial sends is evidence only if it is that of the shortest sequence. */
function trialOf(context: CheckContext, most: number, endsAt?: Matter): Trial {
  const unnoted = { ...context, api: context.api.unnoted() };
  return new Trial(unnoted, { most, ...(endsAt === undefined ? {} : { endsAt }) });
}

/** Begins, runs the commands, looks at everything, or at one thing only, and puts away what was made. */
async function played<M>(
  fc: FastCheck,
  sequence: Sequence<M>,
  commands: Iterable<Command<M>>,
  trial: Trial,
  only?: string,
): Promise<void> {
  const model = await sequence.begin(trial);
  try {
    const under = { model, trial, ending: () => sequence.ending(model) };
    await fc.asyncModelRun(() => ({ model: under, real: under }), commands);
    for (const look of sequence.looks(model, trial)) {
      if (only === undefined || look.name === only) await trial.look(look);
    }
  } finally {
    await sequence.end?.(model, trial);
  }
}

/** The beginning of a sequence, and what came after the same was last looked at. */
function sinceItHeld({ differences, steps }: Trial, matter: Matter): Shortest | undefined {
  const difference = differences.find((each) => each.matter === matter);
  if (difference === undefined) return undefined;
  const until = steps.slice(0, difference.steps);
  const before = until.findLastIndex(
    ({ text }, index) => index < until.length - 1 && text === until.at(-1)?.text,
  );
  const begun = until.filter(({ isWrite }, index) => isWrite && index <= before).slice(0, 1);
  return { difference, steps: [...begun, ...until.slice(before + 1)] };
}
