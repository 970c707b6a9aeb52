import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../place.js';
import { LONGEST_FILE, readTextFile } from '../text-file.js';
import type { WalkState } from './walk.js';
import { WALK_FILE_SCHEMA } from './walk-file-schema.js';

/** What a walk that is gone on with must have in common with the one that was left. */
export interface WalkBounds {
  tool: string;
  baseUrl: string;
  /** How many objects of each list are judged; 0 if all are. */
  sample: number;
  /** The lists, each with its version. */
  lists: string[];
}

/** The file that keeps how far a walk has come. It holds nothing that is not in a report as well. */
export interface WalkFile extends WalkBounds {
  format: 'conformance-walk/1';
  state: WalkState;
}

/** The file keeps no walk, or that of another run. The message is half a sentence: `keeps no walk: …`. */
export class NotThisWalk extends Error {
  override readonly name = 'NotThisWalk';
}

/** Only its owner may read it. */
const OWNER_ONLY = 0o600;

/** Reads what an earlier run has left; nothing if the file is not there. Throws a NotThisWalk. */
export function readWalkFile(path: string): WalkFile | undefined {
  if (!existsSync(path)) return undefined;
  const value = parsed(readTextFile(path, LONGEST_FILE.walk));
  if (!isObject(value) || value.format !== 'conformance-walk/1') {
    throw new NotThisWalk('keeps no walk: expected the file that an earlier run has named');
  }
  const isWhole = new Ajv2020({ strictTypes: false }).compile<WalkFile>(WALK_FILE_SCHEMA);
  if (isWhole(value)) return value;
  const [error] = isWhole.errors ?? [];
  throw new NotThisWalk(`is damaged: ${error?.instancePath} ${error?.message}`);
}

/** Throws a NotThisWalk that says what is different if a walk cannot be gone on with within these bounds. */
export function checkBounds(file: WalkFile, bounds: WalkBounds): void {
  const quantity = (sample: number) => (sample === 0 ? 'every object' : `${sample} of each list`);
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
    `keeps a walk of ${what}: expected ${own}, it has ${its}; give the options of the run that was ended, or another file`,
  );
}

/**
 * Writes how far a walk has come: whole or not at all, and flushed, so that a run that is killed
 * leaves what it had last written. Rejects with the system's error.
 */
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
