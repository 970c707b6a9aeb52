import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotExamine } from './cannot-examine.js';
import { isObject } from './place.js';
import { readTextFile } from './text-file.js';

/** What the file of a lock says. */
interface Holder {
  pid: number;
  journal: string;
  /** Tells this lock from any other of the same process. */
  nonce: string;
}

/** A lock that is held. */
export interface Lock {
  /** The journal of a run that ended without restoring, if its lock was found and its journal is there. */
  leftJournal?: string;
  release(): void;
}

/** It says a number and the path of a file. */
const LONGEST_LOCK = 10_000;

/** Everybody must be able to see who holds a lock; it holds no secret. */
const MODE = 0o644;

/**
 * Takes the one lock that a run which writes to an instance, or restores it, holds on this machine.
 * The lock of a process that is no more is taken over. Throws a CannotExamine that names the holder.
 */
export function lockInstance(baseUrl: string, journal: string): Lock {
  const path = lockPath(baseUrl);
  const own: Holder = { pid: process.pid, journal, nonce: randomUUID() };
  const text = JSON.stringify(own);
  const stale = clearStale(path, baseUrl);
  try {
    writeFileSync(path, text, { flag: 'wx', mode: MODE });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw held(path, baseUrl, undefined);
  }
  const left = stale !== undefined && existsSync(stale.journal) ? stale.journal : undefined;
  return {
    ...(left === undefined ? {} : { leftJournal: left }),
    release() {
      if (read(path) === text) rmSync(path, { force: true });
    },
  };
}

/** Where the lock of an instance lies. */
export function lockPath(baseUrl: string): string {
  const name = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
  return join(tmpdir(), `patchwork-conformance-${name}.lock`);
}

/** Moves the lock of a dead process away. Throws if its process is alive. */
function clearStale(path: string, baseUrl: string): Holder | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  const holder = parsed(text);
  if (holder !== undefined && isAlive(holder.pid)) throw held(path, baseUrl, holder);
  // Another process may take it over at the same moment: what was moved must be what was read.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    throw held(path, baseUrl, undefined);
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
  throw held(path, baseUrl, undefined);
}

function held(path: string, baseUrl: string, holder: Holder | undefined): CannotExamine {
  const who = holder === undefined ? 'another run' : `another run (process ${holder.pid})`;
  return new CannotExamine(
    `${who} is writing to ${baseUrl}; one at a time, so that neither takes the other's values for what was there before (lock: ${path}); nothing was judged`,
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

/** A signal that is never sent asks whether a process is there; one of somebody else's may not be asked. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
