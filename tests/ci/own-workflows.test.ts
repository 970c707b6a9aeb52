import { readFileSync } from 'node:fs';
import { minVersion } from 'semver';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../docs/pages.js';
import { type Job, ownWorkflows, type Workflow } from './workflow-files.js';

function workflow(path: string): Workflow {
  return parse(ownWorkflows().get(path) ?? '') as Workflow;
}

function job(path: string, name: string): Job {
  const found = workflow(path).jobs[name];
  if (found === undefined) throw new Error(`${path} has no job ${name}`);
  return found;
}

/** The actions that a text uses, each with the comment behind it. */
function usesOf(text: string): string[] {
  return [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, used = '']) => used);
}

test('actions are pinned by commit, with their version, one commit for each', () => {
  const texts = [...ownWorkflows().values(), readFileSync(`${ROOT}action.yml`, 'utf8')];
  const used = [...new Set(texts.flatMap(usesOf))];
  expect(used.length).toBeGreaterThan(5);
  for (const each of used) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(new Set(used.map((each) => each.split('@')[0])).size).toBe(used.length);
});

test('a release is checked first; the package and the image are published with provenance', () => {
  const path = '.github/workflows/release.yml';
  const commands = (name: string) => job(path, name).steps.flatMap(({ run }) => run ?? []);
  expect(commands('check')).toContain('npm run release -- --tagged');
  expect(commands('check').at(-1)).toBe('.ci/run');
  expect([job(path, 'package').needs, job(path, 'image').needs]).toEqual(['check', 'package']);
  expect(commands('package')).toContain('npm publish --provenance --access public');
  expect(job(path, 'package').permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const image = job(path, 'image').steps;
  const at = (id: (step: (typeof image)[number]) => boolean) => image.findIndex(id);
  const tried = at(({ run }) => run?.startsWith('docker run') === true);
  const pushed = at(({ id }) => id === 'push');
  expect(tried).toBeGreaterThan(0);
  expect(pushed).toBeGreaterThan(tried);
  expect(at(({ uses }) => uses?.startsWith('actions/attest@') === true)).toBeGreaterThan(pushed);
});

test('what every change needs runs on the lowest versions of Node that are supported', () => {
  const { node } = job('.github/workflows/ci.yml', 'change').strategy?.matrix ?? {};
  const lowest = manifest.engines.node.split(' || ').map((range) => minVersion(range)?.version);
  expect(lowest.slice(0, 2)).toEqual(['20.19.0', '22.12.0']);
  expect(node).toEqual(expect.arrayContaining(lowest.slice(0, 2)));
});
