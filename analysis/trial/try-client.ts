import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import parseLinkHeader from 'parse-link-header';
import { shellWord } from '../../harness/shell.js';
import { tool } from '../../harness/tool.js';
import type { Version } from '../../specification/versions.js';
import { isOffered, newestOf } from './changes.js';
import { checkRequests } from './check-request.js';
import { differentAnswer } from './different-answer.js';
import type { Change, Exchange, InstanceOptions } from './instance.js';
import { type Job, planOf } from './plan.js';
import { compareOutputs, linesOf } from './reaction.js';
import {
  type ClientTrial,
  type Expected,
  type ExpectedRun,
  KINDS,
  type Output,
  REACTIONS,
  type Reaction,
  type Request,
  type Trial,
} from './result.js';
import { outputWith, type Run, Runner } from './runner.js';
import { usageOf } from './usage.js';

/** A command that cannot be tried: it fails on the expected instance, or sends no request to it. */
export class CannotTry extends Error {
  override readonly name = 'CannotTry';
}

/** How far a trial has come. */
export interface TrialProgress {
  done: number;
  /** Undefined while the command runs on the expected instance, which decides what else is tried. */
  total?: number;
  reactions: Readonly<Record<Reaction, number>>;
}

/** What to try, and within which limits. */
export interface TrialOptions {
  /** How the user starts this program. */
  program: string;
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

/** Characters of an output in a report. */
const LONGEST_KEPT = 20_000;

/** The `--timeout` of the command where none is given. */
const STANDARD_TIMEOUT_MS = 30_000;

/** Between the starts of two runs on the expected instance, so that a command that prints the time differs. */
const CLOCK_MS = 1100;

/** The command on the expected instance. */
interface Sound extends Run {
  version: Version;
}

/**
 * Runs a command on the expected instance, and once for each change that makes a difference to the answers
 * to its requests. Rejects with a CannotTry if the command fails or prints something else each time.
 */
export async function tryClient(options: TrialOptions): Promise<ClientTrial> {
  const { command, expect, versions, changes, jobs, maxDurationMs, stop } = options;
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const now = Math.floor(Date.now() / 1000);
  const outOfTime = new AbortController();
  const timer = setTimeout(() => outOfTime.abort(), maxDurationMs);
  const ending = AbortSignal.any([stop, outOfTime.signal]);
  const parent = await mkdtemp(join(tmpdir(), 'conformance-client-'));
  const { environment, timeoutMs } = options;
  const runner = new Runner({ command, environment, timeoutMs, ending, parent });
  try {
    const reactions = { crashes: 0, 'silently different': 0, hangs: 0, tells: 0, same: 0 };
    options.onProgress({ done: 0, reactions });
    const runs: ExpectedRun[] = [];
    const sounds: Sound[] = [];
    const planned: Job[] = [];
    let withoutEffect = 0;
    for (const version of versions.filter((each) => isOffered(expect, each))) {
      const sound = await expected(runner, { expect, now }, version);
      const requests = sound.exchanges.map((each, index) =>
        reported(each, sound.exchanges.slice(0, index)),
      );
      const same = sounds.find(({ exchanges }) => isSame(exchanges, sound.exchanges));
      const lines = linesOf(sound.output.stdout).length;
      const run = { version, requests, output: cut(sound.output), lines };
      runs.push(same === undefined ? run : { ...run, sameAs: same.version });
      if (same !== undefined) continue;
      sounds.push(sound);
      const plan = await planOf(sound, changes, { expect, now });
      planned.push(...plan.jobs);
      withoutEffect += plan.withoutEffect;
    }
    if (runs.length === 0) {
      throw new CannotTry(`an instance like ${expect} offers none of ${versions.join(', ')}`);
    }
    planned.sort((a, b) => KINDS.indexOf(a.change.kind) - KINDS.indexOf(b.change.kind));
    const trials: Trial[] = [];
    const notTried: ClientTrial['notTried'] = [];
    const queue = new PQueue({ concurrency: jobs });
    const tell = () =>
      options.onProgress({ done: trials.length, total: planned.length, reactions });
    tell();
    for (const job of planned) {
      void queue.add(async () => {
        const sound = sounds.find(({ version }) => version === job.version);
        if (sound === undefined) return;
        const trial = ending.aborted ? undefined : await tried(runner, { expect, now }, job, sound);
        if (trial === undefined || ending.aborted) {
          const { change, version, on } = job;
          notTried.push({ id: change.id, kind: change.kind, version, on });
          return;
        }
        trials.push({ ...trial, rerun: rerun(options, job) });
        reactions[trial.reaction] += 1;
        tell();
      });
    }
    await queue.onIdle();
    for (const sound of sounds) {
      const isAccused = trials.some(
        ({ version, reaction }) => version === sound.version && reaction === 'silently different',
      );
      if (isAccused && !ending.aborted) await repeat(runner, { expect, now }, sound);
    }
    const order = (trial: Trial) =>
      REACTIONS.indexOf(trial.reaction) * KINDS.length + KINDS.indexOf(trial.kind);
    trials.sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
    const requests = runs.flatMap((run) => run.requests);
    return {
      format: 'conformance-client-trial/1',
      tool: tool(),
      startedAt,
      durationMs: Math.round(performance.now() - started),
      verdict: verdictOf(reactions, notTried.length),
      command,
      expect,
      runs,
      usage: usageOf(requests),
      ...checkRequests(requests),
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
    await rm(parent, { recursive: true, force: true });
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

/** The command on the expected instance, twice: it must succeed, and print the same a second later. */
async function expected(
  runner: Runner,
  instance: InstanceOptions,
  version: Version,
): Promise<Sound> {
  const start = performance.now();
  const first = await runner.run(instance, version);
  const { status, signal, stderr, stdout, ended } = first.output;
  const where = placeOf(instance, version);
  if (ended !== undefined) {
    const option = runner.isEnding ? '--max-duration' : '--timeout';
    const limit = ended === 'time limit' ? `${ended}; ${option} sets another` : ended;
    throw new CannotTry(`the command does not end ${where} (${limit})`);
  }
  if (status !== 0) {
    const said = (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
    throw new CannotTry(
      `the command fails ${where} (${signal ?? `exit status ${status}`}): ${said || 'no message'}; expected a command that succeeds there`,
    );
  }
  if (first.exchanges.length === 0) {
    throw new CannotTry(
      "the command sent no request to $CONFORMANCE_URL; quote it with single quotes ('…$CONFORMANCE_URL…'), so that your own shell does not replace the variable",
    );
  }
  const sound = { version, ...first };
  await wait(Math.max(0, CLOCK_MS - (performance.now() - start)));
  await repeat(runner, instance, sound);
  return sound;
}

/** The command on the expected instance once more: it must print the same. */
async function repeat(runner: Runner, instance: InstanceOptions, sound: Sound): Promise<void> {
  const { output } = await runner.run(instance, sound.version);
  const { difference, reaction, why } = compareOutputs(sound.output, output, false);
  // Where time is up, the limits of the trial have ended it.
  if (reaction === 'same' || runner.isEnding) return;
  const told =
    difference === undefined
      ? ` (${why})`
      : `: line ${difference.line} was "${difference.expected}", then "${difference.received}"`;
  throw new CannotTry(
    `the command does something else each time ${placeOf(instance, sound.version)}${told}; expected the same output (sort it, leave times out)`,
  );
}

function placeOf({ expect }: InstanceOptions, version: Version): string {
  const instance = expect === 'sound' ? 'sound instance' : `instance like ${expect}`;
  return `on the ${instance} in ${version}`;
}

/** One run on a changed instance. */
async function tried(
  runner: Runner,
  instance: InstanceOptions,
  { change, version, on, alike }: Job,
  sound: Sound,
): Promise<Omit<Trial, 'rerun'>> {
  const limit = FEW_REQUESTS + MANY_TIMES * sound.exchanges.length;
  const run = await runner.run({ ...instance, change, on }, version, limit);
  const { reaction, why, difference } = compareOutputs(
    sound.output,
    run.output,
    change.changesOutput === true,
  );
  const answer =
    reaction === 'same' ? undefined : differentAnswer(sound.exchanges, run.exchanges, why);
  return {
    id: change.id,
    kind: change.kind,
    says: change.says,
    version,
    on,
    alike: alike.length > 0 ? alike : undefined,
    reaction,
    why,
    answer,
    difference,
    output: reaction === 'same' ? undefined : cut(run.output),
  };
}

/** The command line that tries one change again. */
function rerun(
  { program, command, expect, timeoutMs }: TrialOptions,
  { change, version }: Job,
): string {
  const expectation = expect === 'sound' ? '' : ` --expect ${expect}`;
  const limit = timeoutMs === STANDARD_TIMEOUT_MS ? '' : ` --timeout ${timeoutMs / 1000}`;
  return `${program} try-client --command ${shellWord(command)}${expectation}${limit} --only ${change.id} --versions ${version}`;
}

/** A request without its credentials, and whether it follows a link of those before it. */
function reported(
  { method, target, headers, body }: Exchange,
  earlier: readonly Exchange[],
): Request {
  const header = (name: string) => headerOf(headers, name);
  const [scheme] = header('authorization')?.toLowerCase().split(' ') ?? [];
  const contentType = header('content-type');
  const isNext = earlier.some(({ answer }) => nextOf(answer)?.endsWith(target) === true);
  return {
    method,
    target,
    isNext: isNext ? true : undefined,
    signedIn: scheme,
    contentType,
    body: body === '' ? undefined : body,
  };
}

function nextOf(answer: Exchange['answer']): string | undefined {
  return parseLinkHeader(answer && headerOf(answer.headers, 'link'))?.next?.url;
}

function headerOf(headers: Exchange['headers'], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

function isSame(one: readonly Exchange[], other: readonly Exchange[]): boolean {
  const texts = [one, other].map((exchanges) =>
    JSON.stringify(exchanges.map(({ method, target, body }) => [method, target, body])),
  );
  return texts[0] === texts[1];
}

function cut(output: Output): Output {
  return outputWith(output, (text) =>
    text.length > LONGEST_KEPT ? `${text.slice(0, LONGEST_KEPT)}…` : text,
  );
}
