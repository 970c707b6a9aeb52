import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Block, stepsOf } from '../docs/blocks.js';
import { ROOT, textOf } from '../docs/pages.js';

/** A step of an action or of a job; values are texts once they are read. */
export interface Step {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
  'continue-on-error'?: boolean;
}

/** What this project's action.yml says. */
export interface Action {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

/** A job of a workflow. */
export interface Job {
  steps: Step[];
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown> };
  'timeout-minutes'?: number;
}

/** A workflow, as far as the tests run it. */
export interface Workflow {
  env?: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** action.yml. What is wrong with its form is told by the tests that run it. */
export function action(): Action {
  return parse(readFileSync(`${ROOT}action.yml`, 'utf8')) as Action;
}

/** The workflows of this project, by path. */
export function ownWorkflows(): ReadonlyMap<string, string> {
  const folder = '.github/workflows';
  const paths = readdirSync(`${ROOT}${folder}`).map((name) => `${folder}/${name}`);
  return new Map(paths.map((path) => [path, textOf(path)]));
}

/** The blocks of docs/ci.md that a reader writes to a file, by its name; they are run and linted. */
export function examples(): ReadonlyMap<string, string> {
  const blocks = stepsOf(textOf('docs/ci.md')).filter((step): step is Block => 'text' in step);
  return new Map(
    blocks.flatMap(({ marks, above, text }) => {
      const name =
        marks.get('file') ?? (/new file/.test(above.prose) ? above.codes.at(-1) : undefined);
      return name === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** One of them. Throws an Error if no page has it. */
export function example(name: string): string {
  const text = examples().get(name);
  if (text === undefined) throw new Error(`no page has ${name}`);
  return text;
}
