import type { Ended } from '../command.js';
import type { Target } from './subjects.js';

/** Where a tool finds what it is to work with. */
export interface Setting {
  target: Target;
  /** The folder of the descriptions: openapi.json, swagger.json, collection.json, reading.arazzo.json. */
  folder: string;
  /** The folder into which the tools were installed. */
  installed: string;
  /** The paths of the operations, for a tool that is told what to ask. */
  addresses: readonly string[];
  /** Variables for a run of this suite: all the accounts. */
  environment: Readonly<Record<string, string>>;
}

/** What a tool made of an instance. */
export interface Made {
  /** How many things it checked, as it counts them itself. */
  checks: number;
  /** What failed, in its own words. */
  failed: string[];
  ended: Ended;
}

/** A tool that can examine answers. */
export interface Tool {
  name: string;
  /** How it was set up, in a sentence. */
  setUp: string;
  /** Runs it. Rejects with an Error if it did not come to the end of its work. */
  run(setting: Setting): Promise<Made>;
}
