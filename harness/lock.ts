import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotExamine } from './cannot-examine.js';
import { isObject } from './place.js';
import { identityOf, type Target, urlOf } from './target.js';
import { readTextFile } from './text-file.js';

/** The content of a lock file. */
interface Holder {
  pid: number;
  journal: string;
  /** Distinguishes this lock from others of the same process. */
  nonce: string;
}

/** A lock that is held. */
export interface Lock {
  /** The journal of an earlier run that did not restore, if its lock and journal exist. */
  leftJournal?: string;
  release(): void;
}

/** The lock file has a number and a path. */
const LONGEST_LOCK = 10_000;

/** Readable by all users, so that they see who holds the lock; it has no secret. */
const MODE = 0o644;

/**
 * Takes the lock that a run with writes, or a restore, holds for an instance on this machine. The
 * lock of a dead process is taken over. Throws a CannotExamine that names the holder.
 */
export function lockInstance(target: Target, journal: string): Lock {
  const path = lockPath(target);
  const own: Holder = { pid: process.pid, journal, nonce: randomUUID() };
  const text = JSON.stringify(own);
  const stale = clearStale(path, target);
  try {
    writeFileSync(path, text, { flag: 'wx', mode: MODE });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw held(path, target, undefined);
  }
  const left = stale !== undefined && existsSync(stale.journal) ? stale.journal : undefined;
  return {
    leftJournal: left,
    release() {
      if (read(path) === text) rmSync(path, { force: true });
    },
  };
}

/** The path of the lock of an instance; the names of this machine are one. */
export function lockPath(target: Target): string {
  const name = createHash('sha256').update(identityOf(target)).digest('hex').slice(0, 16);
  return join(tmpdir(), `patchwork-conformance-${name}.lock`);
}

/** Moves the lock of a dead process away. Throws if the process is alive. */
function clearStale(path: string, target: Target): Holder | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  const holder = parsed(text);
  if (holder !== undefined && isAlive(holder.pid)) throw held(path, target, holder);
  // Another process may take it over at the same time, so the moved file must be the one that was
  // read.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    throw held(path, target, undefined);
  }
  if (read(aside) === text) {
    rmSync(aside, { force: true });
    return holder;
  }
  try {
    linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
  throw held(path, target, undefined);
}

function held(path: string, target: Target, holder: Holder | undefined): CannotExamine {
  const who = holder === undefined ? 'another run' : `another run (process ${holder.pid})`;
  return new CannotExamine(
    `${who} is writing to ${urlOf(target)}; only one run at a time may write, so that original values can be restored; wait until it ends (lock: ${path}); nothing was checked`,
  );
}

function read(path: string): string | undefined {
  try {
    return readTextFile(path, LONGEST_LOCK);
  } catch {
    return undefined;
  }
}

function parsed(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole =
      isObject(value) && Number.isInteger(value.pid) && typeof value.journal === 'string';
    return whole ? (value as unknown as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** Signal 0 tests whether a process exists; EPERM means that it belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
