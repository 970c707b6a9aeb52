import type { Role, Scheme } from '../role.js';
import type { Body } from './body.js';
import type { WriteMethod } from './permitted-writes.js';

/** A read, before the role's credentials are added. */
export interface Read {
  role: Role;
  /** Absolute, or relative to the base URL (`/api/1.2/covers/`). */
  url: string;
  method?: 'GET' | 'HEAD' | 'OPTIONS';
  /** Added to, or put in place of, the usual headers; an empty value leaves a header out. */
  headers?: Record<string, string>;
  /** Sign in by this scheme rather than by token where both are given. */
  scheme?: Scheme;
  /** Signs in with the role's own token short of its last character, to see it refused. */
  corrupted?: true;
  /** Asks even if the same was asked before, to see what has changed since. */
  afresh?: true;
  /** Sends this as `Authorization` in place of the role's own, to see it refused. */
  authorization?: string;
}

/** A write, before the role's credentials are added. */
export interface Write {
  role: Role;
  method: WriteMethod;
  /** Relative to the base URL (`/api/1.2/bundles/`). */
  path: string;
  body: Body;
  /** Called each time the write is about to go out: what restoring it takes is to be kept now. */
  beforeSending(): void;
  /** Whether it may be sent again after an answer that says that it is for now: without it a POST may not. */
  mayRepeat?: () => Promise<boolean>;
}
