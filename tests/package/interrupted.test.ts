import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from '../docs/pages.js';
import { cloneTo } from './clone.js';

let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'conformance-interrupted-'));
  await cloneTo(clone);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
});

afterAll(() => rm(clone, { recursive: true, force: true }));

const MOST_ATTEMPTS = 5;

/** The package.json of the clone. */
function manifest(): string {
  return readFileSync(join(clone, 'package.json'), 'utf8');
}

// As a terminal does at Ctrl-C: to everything that it has started.
test.each(['SIGINT', 'SIGTERM'] as const)(
  'package.json is put back if %s ends npm while it packs',
  async (signal) => {
    const before = manifest();
    // On a busy machine it may have packed before the signal comes.
    let isInterrupted = false;
    for (let attempt = 0; attempt < MOST_ATTEMPTS && !isInterrupted; attempt += 1) {
      const npm = spawn('npm', ['pack', '--dry-run'], {
        cwd: clone,
        detached: true,
        stdio: 'ignore',
      });
      const ended = once(npm, 'exit');
      await vi.waitFor(() => expect(manifest()).not.toBe(before), { timeout: 60_000, interval: 5 });
      expect(JSON.parse(manifest())).not.toHaveProperty('scripts');
      process.kill(-(npm.pid ?? 0), signal);
      const [status] = await ended;
      isInterrupted = status !== 0;
      await vi.waitFor(() => expect(manifest()).toBe(before), { timeout: 60_000 });
      expect(existsSync(join(clone, '.package.json.kept'))).toBe(false);
    }
    expect(isInterrupted).toBe(true);
  },
);
