import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { call, object, rows } from './call.js';

const WITHOUT_GIT = spawnSync('git', ['--version']).error !== undefined;

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.stop());

/** A page of the instance, given by its URL. */
function page(url: unknown, suffix = '') {
  return call(reference, String(url).slice(reference.url.length) + suffix);
}

async function patch(id: number) {
  return object((await call(reference, `/api/1.2/patches/${id}/`)).body);
}

async function everyRow(list: string) {
  const found: Record<string, unknown>[] = [];
  for (let number = 1; ; number += 1) {
    const part = rows((await call(reference, `/api/1.2/${list}?per_page=250&page=${number}`)).body);
    found.push(...part);
    if (part.length < 250) return found;
  }
}

/** Runs git in a new repository with one empty commit; returns the output of the last command. */
async function inRepository(
  work: (git: (args: string[], input?: string) => string) => Promise<void> | void,
) {
  const cwd = await mkdtemp(join(tmpdir(), 'reference-mail-'));
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org'];
  const git = (args: string[], input = '') => {
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: cwd, LC_ALL: 'C' };
    const result = spawnSync('git', [...who, ...args], { cwd, input, env, encoding: 'utf8' });
    expect(`${args.join(' ')}: ${result.status} ${result.stderr}`).toMatch(/: 0 /);
    return result.stdout;
  };
  try {
    git(['init', '--quiet', '--initial-branch=main']);
    git(['commit', '--quiet', '--allow-empty', '--message=begin']);
    await work(git);
  } finally {
    await rm(cwd, { recursive: true });
  }
}

test.skipIf(WITHOUT_GIT)('git am applies every patch of every series', async () => {
  const mails: string[] = [];
  for (const series of await everyRow('series/')) {
    const { mbox, patches } = series;
    const pulled = (await patch(Number(rows(patches)[0]?.id))).pull_url !== null;
    if (!pulled) mails.push(String((await page(mbox)).body));
  }
  await inRepository((git) => {
    git(['am', '--quiet'], mails.join('\n'));
    const subjects = git(['log', '--format=%s']).trim().split('\n');
    // Pull requests have no diff.
    expect(subjects).toHaveLength(1 + 347 - 3);
    expect(git(['log', '--format=%an'])).toContain('Žofie Nováková');
  });
});

test.skipIf(WITHOUT_GIT)(
  'git apply takes the diff, git am a patch and what precedes it',
  async () => {
    const { mbox, web_url, series } = await patch(9);
    const [{ id } = { id: 0 }] = rows(series);
    await inRepository(async (git) => {
      git(['apply'], String((await page(web_url, 'raw/')).body));
      expect(git(['status', '--short', '--untracked-files=all']).trim().split('\n')).toHaveLength(
        1,
      );
    });
    for (const [suffix, commits] of [
      ['', 2],
      ['?series=*', 5],
      [`?series=${id}`, 5],
    ] as const) {
      await inRepository(async (git) => {
        git(['am', '--quiet'], String((await page(mbox, suffix)).body));
        expect(git(['log', '--format=%s']).trim().split('\n')).toHaveLength(commits);
      });
    }
  },
);
