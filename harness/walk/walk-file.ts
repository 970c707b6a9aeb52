import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../place.js';
import { LONGEST_FILE, readTextFile } from '../text-file.js';
import type { WalkState } from './walk.js';
import { WALK_FILE_SCHEMA } from './walk-file-schema.js';

/** What a resumed scan must have in common with the interrupted one. */
export interface WalkBounds {
  tool: string;
  baseUrl: string;
  /** The number of objects per list; 0 for all. */
  sample: number;
  /** The lists with their versions. */
  lists: string[];
}

/** The file with the progress of a scan. It contains nothing that is not in a report. */
export interface WalkFile extends WalkBounds {
  format: 'conformance-walk/1';
  state: WalkState;
}

/**
 * The file has no scan, or that of another run. The message is half a sentence: `is not a scan
 * file: …`.
 */
export class NotThisWalk extends Error {
  override readonly name = 'NotThisWalk';
}

/** Readable by its owner only. */
const OWNER_ONLY = 0o600;

/** Reads the file of an earlier run; undefined if it does not exist. Throws a NotThisWalk. */
export function readWalkFile(path: string): WalkFile | undefined {
  if (!existsSync(path)) return undefined;
  const value = parsed(readTextFile(path, LONGEST_FILE.walk));
  if (!isObject(value) || value.format !== 'conformance-walk/1') {
    throw new NotThisWalk('is not a scan file: expected the file that an earlier run has named');
  }
  const isWhole = new Ajv2020({ strictTypes: false }).compile<WalkFile>(WALK_FILE_SCHEMA);
  if (isWhole(value)) return value;
  const [error] = isWhole.errors ?? [];
  throw new NotThisWalk(`is damaged: ${error?.instancePath} ${error?.message}`);
}

/**
 * Throws a NotThisWalk that names the difference if a scan cannot be resumed with these settings.
 */
export function checkBounds(file: WalkFile, bounds: WalkBounds): void {
  const quantity = (sample: number) => (sample === 0 ? 'every object' : `${sample} per list`);
  const facts: [string, string, string][] = [
    ['another version of this program', file.tool, bounds.tool],
    ['another instance', file.baseUrl, bounds.baseUrl],
    ['another number of objects', quantity(file.sample), quantity(bounds.sample)],
    ['other lists', file.lists.join(' '), bounds.lists.join(' ')],
  ];
  const other = facts.find(([, its, own]) => its !== own);
  if (other === undefined) return;
  const [what, its, own] = other;
  throw new NotThisWalk(
    `is a scan of ${what}: expected ${own}, but it has ${its}; use the options of the interrupted run, or another file`,
  );
}

/** Writes the progress of a scan atomically, and flushes it. Rejects with the system's error. */
export async function writeWalkFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
