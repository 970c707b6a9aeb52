import type { Api } from './api.js';
import type { ServerError } from './client/server-errors.js';
import type { Traffic } from './client/traffic.js';
import type { TransportError } from './client/transport-error.js';
import type { Expect } from './expect.js';
import type { Situation } from './situation.js';
import type { Write } from './write.js';

/** The argument of the check of a requirement. */
export interface CheckContext extends Pick<Situation, 'instance' | 'queries' | 'wholeLists'> {
  /** The version under test, anonymous; `api.as('user')` signs in. */
  api: Api;
  expect: Expect;
  /** Writes, for requirements that need `writes`; others must not use it. */
  write: Write;
  /** Records a value; a requirement of level `observe` must call it. */
  observe(value: unknown): void;
  /**
   * The server errors of the version under test that no earlier result has reported; undefined if
   * there is no result. For requirements with `runsLast`.
   */
  unreported(): readonly ServerError[] | undefined;
  /** A read of the version under test that got no response; what was read beside it may have passed without it. */
  lost(): TransportError | undefined;
  /** The requests of the run so far, those of this check included. */
  traffic(): Traffic;
  /** The most requests that the run sends at a time. */
  concurrency: number;
  /** Records which of several documented responses was returned (docs/verdicts.md, "accepted"). */
  accept(answer: string): void;
}

/** The version and the instance of a request. */
export type Where = Pick<CheckContext, 'api' | 'instance'>;
