import type { Role, Scheme } from '../harness/role.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import type { Version } from '../specification/versions.js';

/** A resource whose objects have ids. */
export type Resource =
  | 'project'
  | 'user'
  | 'person'
  | 'patch'
  | 'bundle'
  | 'cover'
  | 'series'
  | 'event'
  | 'check'
  | 'cover-comment'
  | 'patch-comment';

/** What an answer shows. */
export interface Shown {
  resource: Resource | 'root';
  form: 'list' | 'detail';
}

/** Returns the id that an object of the old instance has on the instance that is asked. */
export type IdOnSide = (resource: Resource, id: number) => number;

/** A request for both instances. */
export interface Ask {
  /** Undefined for URLs without a version. */
  version: Version | undefined;
  role: Role;
  /** The authentication scheme; by default the token if there is one. */
  scheme?: Scheme;
  /** The path and query below the base URL. */
  target(id: IdOnSide): string;
  /** Undefined for downloads and pages that are no API. */
  shows?: Shown;
  /** The names of the query parameters that are tested; none for the plain list. */
  parameters: readonly string[];
  /** What is special about the request besides: `unknown id`, `anonymous`. */
  situation?: string;
  /** Requests the link with this relation in the answer to another request, on each instance its own. */
  follows?: { ask: Ask; relation: string };
}

/** The list that an answer shows by its name in the API: `covers`; undefined if it shows none. */
export function listOf({ shows }: Ask): string | undefined {
  return shows?.form === 'list' ? COLLECTION_OF[shows.resource] : undefined;
}
