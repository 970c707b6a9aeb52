import type { Version } from '../specification/versions.js';
import type { Credentials, SignedInRole } from './role.js';

/**
 * How to talk to the instance: plain data, so that it can be handed to the worker thread.
 * It holds secrets and is never reported; see `reportedOptions`.
 */
export interface TargetSettings {
  /** Without a trailing slash; may have a path (`https://host/patchwork`). */
  baseUrl: string;
  credentials: Partial<Record<SignedInRole, Credentials>>;
  /** Those that the instance rejects: never sent again, and masked all the same. */
  rejected?: Partial<Record<SignedInRole, Credentials>>;
  /** Sent with every request, for instances behind a gate. Their values are secrets. */
  headers: [name: string, value: string][];
  /** PEM text of certificates to trust besides the system's. */
  ca?: string;
  /** The proxies between; absent where there are none. */
  proxies?: Proxies;
  /** Requests under way at once. */
  concurrency: number;
  /** Requests started in a second at the most; 0 means no limit. */
  rps: number;
  /** For one request, in milliseconds, from its start to the last byte of its answer. */
  timeoutMs: number;
  /** The longest body of an answer that is read, in bytes. */
  maxBytes: number;
  showEmails: boolean;
}

/** The proxies that requests go through, as the environment names them. Their userinfo is a secret. */
export interface Proxies {
  /** The URL of the one for `http:` addresses. */
  http?: string;
  /** The URL of the one for `https:` addresses. */
  https?: string;
  /** Hosts that are asked directly, as NO_PROXY lists them. */
  except?: string;
}

/** How to write, where the user allows it: plain data. */
export interface WriteSettings {
  /** How many values each property tries. */
  runs: number;
  /** Whether to try values that deployed instances have been known to choke on. */
  hazardous: boolean;
  /** The file that keeps what was there before. */
  journal: string;
}

/** How whole lists are walked, where the user asks for it: plain data. */
export interface WalkSettings {
  /** How many objects of each list are judged; all, if it is absent. */
  sample?: number;
  /** The file that keeps how far the walk has come, and that it goes on from; absent where it cannot. */
  file?: string;
}

/** The queries made at random that lists are asked. */
export interface Queries {
  /** Fixes them. */
  seed: number;
  /** How many each list is asked in each version; absent where as few are asked as a usual run affords. */
  thorough?: number;
}

/** One of several parts of a run: the first is 1 of so many. */
export interface Shard {
  index: number;
  count: number;
}

/** What `--scope` may demand, each with all of those before it. */
export const SCOPES = ['reading', 'signed-in', 'writes', 'full'] as const;

/** How much of the specification a run has to check. */
export type ScopeName = (typeof SCOPES)[number];

/** What is to be judged. */
export interface RunSettings extends TargetSettings {
  /** Absent where nothing may be written. */
  writes?: WriteSettings;
  /** Absent where the first rows of each list are judged only. */
  walk?: WalkSettings;
  /** How many requests the run may send; absent where it may send what it takes. */
  maxRequests?: number;
  /** Set where the instance is the embedded one: the names of its faults. */
  demo?: string[];
  /** The versions that `--versions` names; nothing means those that the instance offers. */
  versions?: Version[];
  /** What the run has to check, or it is incomplete. */
  scope?: ScopeName;
  /** From which verdict on the exit status is 1; absent where it is from `fail` on. */
  failOn?: 'warn';
  /** Ids, chapters or patterns of ids (`page.*`, `*.fields*`). Empty means everything. */
  only: string[];
  skip: string[];
  /** link_name or id of the project that the maintainer maintains. */
  project?: string;
  seed: number;
  /** How many queries made at random each list is asked in each version. */
  thorough?: number;
  /** The part of the run that this is; absent where it is all of it. */
  shard?: Shard;
  /** How long the run may take, in milliseconds; absent where it may take what it takes. */
  maxDurationMs?: number;
}

/** How to talk to the instance, and nothing else of the settings of a run. */
export function targetOf(settings: RunSettings): TargetSettings {
  const { concurrency, rps, timeoutMs, maxBytes, showEmails, baseUrl, credentials } = settings;
  const { rejected, headers, ca, proxies } = settings;
  const target = { baseUrl, credentials, concurrency, rps, timeoutMs, maxBytes, showEmails };
  return {
    ...target,
    headers,
    ...(rejected === undefined ? {} : { rejected }),
    ...(ca === undefined ? {} : { ca }),
    ...(proxies === undefined ? {} : { proxies }),
  };
}

/** The same settings without the credentials of the roles that the instance rejects. */
export function withoutRejected(
  settings: RunSettings,
  roles: readonly SignedInRole[],
): RunSettings {
  const { credentials } = settings;
  const entries = Object.entries(credentials) as [SignedInRole, Credentials][];
  const isRejected = ([role]: [SignedInRole, Credentials]) => roles.includes(role);
  return {
    ...settings,
    credentials: Object.fromEntries(entries.filter((entry) => !isRejected(entry))),
    rejected: Object.fromEntries(entries.filter(isRejected)),
  };
}

/** The options in force as the report shows them: everything but the secrets. */
export function reportedOptions(settings: RunSettings): Record<string, unknown> {
  const { credentials, rejected = {}, headers, ca, proxies, walk, ...open } = settings;
  return {
    ...open,
    ...(walk === undefined ? {} : { walk: walk.sample ?? 'every object' }),
    roles: Object.keys({ ...credentials, ...rejected }),
    headers: headers.map(([name]) => name),
    ca: ca !== undefined,
    ...(proxies === undefined ? {} : { proxy: true }),
  };
}
