import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';
import { type Action, action, type Step } from './workflow-files.js';

/** This project's action, as the pages name it: a submodule of the repository whose job it is. */
const THE_ACTION = './conformance';

/** Any other action: its name, at a tag or a commit. */
const ACTION = /^(?<name>[\w-]+\/[\w-]+)@(v\d+|[0-9a-f]{40})$/;

type Environment = Readonly<Record<string, string>>;

/** What came of steps. */
export interface Done {
  failed: boolean;
  /** What the steps wrote, for messages. */
  output: string;
  /** The outputs of each step that has an id. */
  steps: Context;
}

/** Runs the steps of a job as GitHub does, as far as the action and docs/ci.md need it. */
export async function runSteps(
  machine: Machine,
  steps: readonly Step[],
  { context, env }: { context: Context; env: Environment },
): Promise<Done> {
  const done: Done = { failed: false, output: '', steps: {} };
  for (const step of steps) {
    const seen = { ...context, steps: done.steps };
    if (!holds(step.if, done.failed, seen)) continue;
    const own = { ...env, ...texts(step.env, seen) };
    const ended = await runStep(machine, step, { context: seen, env: own });
    done.output += ended.output;
    if (step.id !== undefined) done.steps[step.id] = { outputs: ended.outputs };
    if (ended.failed && step['continue-on-error'] !== true) done.failed = true;
  }
  return done;
}

/** What came of one step. */
interface StepDone {
  failed: boolean;
  output: string;
  outputs: Context;
}

async function runStep(
  machine: Machine,
  { run, uses = '', with: given }: Step,
  { context, env }: { context: Context; env: Environment },
): Promise<StepDone> {
  if (run !== undefined) return runScript(machine, evaluated(run, context), env);
  if (uses === THE_ACTION) return runAction(machine, texts(given, context), env);
  const nothing = { failed: false, output: '', outputs: {} };
  const name = ACTION.exec(uses)?.groups?.name;
  if (name === 'actions/checkout') return nothing;
  if (name === 'actions/upload-artifact') {
    const { name = '', path = '' } = texts(given, context);
    cpSync(join(machine.work, path), machine.beside(`artifact-${name}`), { recursive: true });
    return nothing;
  }
  throw new Error(`this action is not known to the tests: ${uses}`);
}

/** Runs this project's action with these inputs. */
export async function runAction(
  machine: Machine,
  inputs: Environment,
  env: Environment,
): Promise<StepDone> {
  const { inputs: known, outputs, runs } = action();
  const unknown = Object.keys(inputs).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  const context = {
    inputs: { ...defaultsOf(known), ...inputs },
    github: { action_path: machine.action },
  };
  const done = await runSteps(machine, runs.steps, { context, env });
  const seen = { ...context, steps: done.steps };
  const values = Object.entries(outputs).map(([name, { value }]) => [name, evaluated(value, seen)]);
  return { ...done, outputs: Object.fromEntries(values) as Context };
}

function defaultsOf(known: Action['inputs']): Context {
  const all = Object.entries(known).map(([name, input]) => [name, input.default ?? '']);
  return Object.fromEntries(all) as Context;
}

/** Runs a script with the files that GitHub gives it. */
async function runScript(machine: Machine, script: string, env: Environment): Promise<StepDone> {
  const outputs = machine.beside('outputs');
  rmSync(outputs, { force: true });
  const { status, output } = await machine.run(script, {
    ...env,
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: machine.beside('summary'),
  });
  const lines = existsSync(outputs) ? readFileSync(outputs, 'utf8').trim().split('\n') : [];
  const pairs = lines.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? ['not an output', line]);
  return { failed: status !== 0, output, outputs: Object.fromEntries(pairs) as Context };
}

/** Values as the texts that a script or an action is given. */
function texts(values: Record<string, unknown> | undefined, context: Context): Environment {
  const all = Object.entries(values ?? {});
  return Object.fromEntries(all.map(([name, value]) => [name, evaluated(`${value}`, context)]));
}

/** What the expressions of a workflow may name: `inputs`, `steps`, `secrets`, `github`. */
interface Context {
  [name: string]: string | Context;
}

/** A text with each `${{ … }}` in it replaced by what it names. Throws an Error at one that is not known. */
function evaluated(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, path: string) => named(path, context));
}

/**
 * Whether a step runs: the few conditions that this project writes, joined by `&&`. Without one, it
 * runs as long as no step before it has failed.
 */
function holds(condition: string | undefined, failed: boolean, context: Context): boolean {
  if (condition === undefined) return !failed;
  const terms = condition.replace(/^\$\{\{\s*(.*?)\s*\}\}$/, '$1').split(/\s*&&\s*/);
  return terms.every((term) => {
    if (term === '!cancelled()') return true;
    const compared = /^([\w.-]+) != '(.*)'$/.exec(term);
    if (compared === null) throw new Error(`this condition is not known to the tests: ${term}`);
    const [, path = '', value] = compared;
    return named(path, context) !== value;
  });
}

/** What a path such as `steps.examine.outputs.status` names; empty if there is nothing. */
function named(path: string, context: Context): string {
  if (!/^[\w.-]+$/.test(path))
    throw new Error(`this expression is not known to the tests: ${path}`);
  let found: string | Context | undefined = context;
  for (const name of path.split('.')) {
    found = typeof found === 'object' ? found[name] : undefined;
  }
  return typeof found === 'string' ? found : '';
}
