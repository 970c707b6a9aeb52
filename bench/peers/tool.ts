import type { Ended } from '../command.js';
import type { Target } from './subjects.js';

/** The files and settings of a tool. */
export interface Setting {
  target: Target;
  /** The folder of the descriptions: openapi.json, swagger.json, collection.json, reading.arazzo.json. */
  folder: string;
  /** The installation folder of the tools. */
  installed: string;
  /** The paths of the operations. */
  addresses: readonly string[];
  /** The environment of a run of this suite, with all credentials. */
  environment: Readonly<Record<string, string>>;
}

/** The result of a tool on an instance. */
export interface Made {
  /** The number of checks, as the tool counts them. */
  checks: number;
  /** The failures, as the tool names them. */
  failed: string[];
  ended: Ended;
}

/** A tool that tests responses. */
export interface Tool {
  name: string;
  /** The configuration, in one sentence. */
  setUp: string;
  /** Runs the tool. Rejects with an Error if it did not finish. */
  run(setting: Setting): Promise<Made>;
}
