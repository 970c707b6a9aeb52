import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotExamine } from '../../harness/cannot-examine.js';
import { lockInstance, lockPath } from '../../harness/lock.js';
import type { Target } from '../../harness/target.js';
import { inNewFolder } from '../cli/command.js';

/** An instance that no other test locks. */
function address(): Target {
  return at(`http://127.0.0.1:9/${crypto.randomUUID()}`);
}

function at(baseUrl: string): Target {
  return { baseUrl };
}

/** The id of a process that is no more. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('one at a time; released, the next may', () => {
  const url = address();
  const lock = lockInstance(url, '/nowhere');
  expect(() => lockInstance(url, '/nowhere')).toThrow(CannotExamine);
  expect(() => lockInstance(url, '/nowhere')).toThrow(`process ${process.pid}`);
  lockInstance(address(), '/nowhere').release();
  lock.release();
  expect(existsSync(lockPath(url))).toBe(false);
  lockInstance(url, '/nowhere').release();
});

test('the names of this machine are one instance', () => {
  const path = crypto.randomUUID();
  const lock = lockInstance(at(`http://127.0.0.1:9/${path}`), '/nowhere');
  for (const host of ['localhost', '127.0.0.1', '[::1]', '127.1.2.3']) {
    expect(() => lockInstance(at(`http://${host}:9/${path}`), '/nowhere')).toThrow(CannotExamine);
  }
  lockInstance(at(`http://localhost:10/${path}`), '/nowhere').release();
  lock.release();
});

test('the lock of a dead process is taken over, and its journal is named', async () => {
  await inNewFolder(async (folder) => {
    const url = address();
    const journal = join(folder, 'journal');
    writeFileSync(journal, '');
    const holder = JSON.stringify({ pid: await deadProcess(), journal, nonce: 'a' });
    writeFileSync(lockPath(url), holder);
    const lock = lockInstance(url, '/nowhere');
    expect(lock.leftJournal).toBe(journal);
    expect(existsSync(journal)).toBe(true);
    expect(() => lockInstance(url, '/nowhere')).toThrow(CannotExamine);
    lock.release();
  });
});

test('a lock that is no longer ours is not released', () => {
  const url = address();
  const lock = lockInstance(url, '/nowhere');
  const theirs = JSON.stringify({ pid: process.pid, journal: '/theirs', nonce: 'b' });
  writeFileSync(lockPath(url), theirs);
  lock.release();
  expect(readFileSync(lockPath(url), 'utf8')).toBe(theirs);
  rmSync(lockPath(url));
});

test('what is no lock is taken over', () => {
  const url = address();
  writeFileSync(lockPath(url), 'nonsense');
  const lock = lockInstance(url, '/nowhere');
  expect(lock.leftJournal).toBeUndefined();
  lock.release();
});
