import PQueue from 'p-queue';
import { cut } from '../../harness/masked.js';
import { removeFolder, temporaryFolder } from '../../harness/temporary-folder.js';
import { tool } from '../../harness/tool.js';
import type { Version } from '../../specification/versions.js';
import { differentAnswer } from './different-answer.js';
import type { Change, Exchange, InstanceOptions } from './instance.js';
import { isOffered, type Job, newestOf, planOf } from './plan.js';
import { compareOutputs, linesOf } from './reaction.js';
import { examineRequests } from './requests.js';
import {
  type ClientTrial,
  type Expected,
  type ExpectedRun,
  KINDS,
  REACTIONS,
  type Reaction,
  type Request,
  type Trial,
} from './result.js';
import { type RunOptions, runOn, withTexts } from './runner.js';
import { CannotTry, expectSame, type Sound, soundRun } from './sound-run.js';

/** How far a trial has come. */
export interface TrialProgress {
  done: number;
  /** Undefined while the command runs on the expected instance, which decides what else is tried. */
  total?: number;
  reactions: Readonly<Record<Reaction, number>>;
}

/** What to try, and within which limits. */
export interface TrialOptions {
  /** The command line of this trial, without the changes and versions: what tries one change again begins with it. */
  rerun: string;
  /** Run by a shell, with the environment of `surroundings`. */
  command: string;
  expect: Expected;
  versions: readonly Version[];
  changes: readonly Change[];
  /** For one run of the command. */
  timeoutMs: number;
  /** For all. */
  maxDurationMs: number;
  /** Runs at the same time. */
  jobs: number;
  environment: NodeJS.ProcessEnv;
  stop: AbortSignal;
  onProgress(progress: TrialProgress): void;
}

/** A run that sends more requests than this, and ten times as many as expected, does not end. */
const FEW_REQUESTS = 100;
const MANY_TIMES = 10;

/** A text of an output as a report keeps it. */
const kept = (text: string) => cut(text, 20_000);

/**
 * Runs a command on the expected instance, and once for each change that makes a difference to the answers
 * to its requests. Rejects with a CannotTry if the command fails or prints something else each time.
 */
export async function tryClient(options: TrialOptions): Promise<ClientTrial> {
  const { command, environment, timeoutMs, expect, versions, changes, stop } = options;
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const instance = { expect, now: Math.floor(Date.now() / 1000) };
  const outOfTime = new AbortController();
  const timer = setTimeout(() => outOfTime.abort(), options.maxDurationMs).unref();
  const ending = AbortSignal.any([stop, outOfTime.signal]);
  const parent = await temporaryFolder('conformance-client-');
  const run: RunOptions = { command, environment, timeoutMs, ending, parent };
  const reactions = { crashes: 0, 'silently different': 0, hangs: 0, tells: 0, same: 0 };
  try {
    options.onProgress({ done: 0, reactions });
    const runs: ExpectedRun[] = [];
    const sounds: Sound[] = [];
    const planned: { job: Job; sound: Sound }[] = [];
    let withoutEffect = 0;
    for (const version of versions.filter((each) => isOffered(expect, each))) {
      const sound = await soundRun(run, instance, version);
      runs.push({
        version,
        requests: sound.exchanges.map(reported),
        output: withTexts(sound.output, kept),
        lines: linesOf(sound.output.stdout).length,
      });
      sounds.push(sound);
      const plan = await planOf(sound, changes, instance);
      planned.push(...plan.jobs.map((job) => ({ job, sound })));
      withoutEffect += plan.withoutEffect;
    }
    if (runs.length === 0) {
      throw new CannotTry(`an instance like ${expect} offers none of ${versions.join(', ')}`);
    }
    const order = (kind: Trial['kind'], reaction: Reaction = 'crashes') =>
      REACTIONS.indexOf(reaction) * KINDS.length + KINDS.indexOf(kind);
    planned.sort((a, b) => order(a.job.change.kind) - order(b.job.change.kind));
    const trials: Trial[] = [];
    const notTried: ClientTrial['notTried'] = [];
    const progress = () =>
      options.onProgress({ done: trials.length, total: planned.length, reactions });
    progress();
    const queue = new PQueue({ concurrency: options.jobs });
    for (const { job, sound } of planned) {
      void queue.add(async () => {
        const trial = ending.aborted ? undefined : await tried(run, instance, job, sound);
        if (trial === undefined || ending.aborted) {
          const { change, version, on } = job;
          notTried.push({ id: change.id, kind: change.kind, version, on });
          return;
        }
        const { change, version } = job;
        const rerun = `${options.rerun} --only ${change.id} --versions ${version}`;
        trials.push({ ...trial, rerun });
        reactions[trial.reaction] += 1;
        progress();
      });
    }
    await queue.onIdle();
    for (const sound of sounds) {
      const isAccused = trials.some(
        ({ version, reaction }) => version === sound.version && reaction === 'silently different',
      );
      if (isAccused && !ending.aborted) await expectSame(run, instance, sound);
    }
    trials.sort(
      (a, b) => order(a.kind, a.reaction) - order(b.kind, b.reaction) || (a.id < b.id ? -1 : 1),
    );
    return {
      format: 'conformance-client-trial/1',
      tool: tool(),
      startedAt,
      durationMs: Math.round(performance.now() - started),
      verdict: verdictOf(reactions, notTried.length),
      command,
      expect,
      runs,
      ...examineRequests(runs.flatMap(({ requests }) => requests)),
      trials,
      withoutEffect,
      notOffered: changes.flatMap(({ id, instead }) =>
        instead === undefined || runs.some(({ version }) => isOffered(instead, version))
          ? []
          : [{ id, newest: newestOf(instead) }],
      ),
      notTried,
      interrupted: stop.aborted ? true : undefined,
    };
  } finally {
    clearTimeout(timer);
    await removeFolder(parent);
  }
}

function verdictOf(
  reactions: Readonly<Record<Reaction, number>>,
  notTried: number,
): ClientTrial['verdict'] {
  if (reactions.crashes + reactions['silently different'] > 0) return 'fail';
  const all = Object.values(reactions).reduce((sum, count) => sum + count, 0);
  return all === 0 || reactions.hangs + notTried > 0 ? 'incomplete' : 'pass';
}

/** One run on a changed instance. */
async function tried(
  options: RunOptions,
  instance: InstanceOptions,
  { change, version, on, alike }: Job,
  sound: Sound,
): Promise<Omit<Trial, 'rerun'>> {
  const limit = FEW_REQUESTS + MANY_TIMES * sound.exchanges.length;
  const run = await runOn({ ...instance, change, on }, version, options, limit);
  const isRight = change.changesOutput === true;
  const { reaction, why, difference } = compareOutputs(sound.output, run.output, isRight);
  const isSame = reaction === 'same';
  return {
    id: change.id,
    kind: change.kind,
    says: change.says,
    version,
    on,
    alike: alike.length > 0 ? alike : undefined,
    reaction,
    why,
    answer: isSame ? undefined : differentAnswer(sound.exchanges, run.exchanges, why),
    difference,
    output: isSame ? undefined : withTexts(run.output, kept),
  };
}

/** A request without its credentials. */
function reported({ method, target, headers, body }: Exchange): Request {
  const [, contentType] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return { method, target, contentType, body: body === '' ? undefined : body };
}
