import type { Version } from '../specification/versions.js';
import type { Api } from './api.js';
import type { ServerError } from './client/server-errors.js';
import type { Expect } from './expect.js';
import type { Instance } from './instance.js';
import type { Queries } from './settings.js';
import type { Write } from './write.js';

/** What the body of a requirement is given. */
export interface CheckContext {
  /** The version under judgement, as nobody in particular; `api.as('user')` signs in. */
  api: Api;
  expect: Expect;
  /** What the instance holds, for checks that need an object of some kind. */
  instance: Instance;
  /** How many queries at random a list is asked, and what fixes them. */
  queries: Queries;
  /** How a requirement that needs `writes` writes; any other must not touch it. */
  write: Write;
  /** Records a value; a requirement of level `observe` must call it. */
  observe(value: unknown): void;
  /**
   * The server errors of the version under judgement that no result so far points to; undefined if there
   * is no result. For requirements that run last.
   */
  unreported(): readonly ServerError[] | undefined;
  /** Whether another requirement has failed or warned so far, in any version or in the one that is named. */
  isRed(id: string, version?: Version): boolean;
  /** Says which of several documented answers was given (docs/verdicts.md, "accepted"). */
  accept(answer: string): void;
}

/** Where something is asked: the version and the instance. */
export type Where = Pick<CheckContext, 'api' | 'instance'>;
