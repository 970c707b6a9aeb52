import type { Version } from '../specification/versions.js';
import { type Credentials, type SignedInRole, variablesOf } from './role.js';

/**
 * Connection settings: plain data that can be passed to the worker thread. Has secrets and is never
 * reported; see `reportedOptions`.
 */
export interface TargetSettings {
  /** Without a trailing slash; may have a path (`https://host/patchwork`). */
  baseUrl: string;
  /** The same of the other instance, where two are compared. */
  otherUrl?: string;
  credentials: Partial<Record<SignedInRole, Credentials>>;
  /** Credentials that are masked, but not sent: the rejected ones, and the token of a second instance. */
  alsoMasked?: Partial<Record<SignedInRole, Credentials>>;
  /** Sent with every request, for instances behind a gateway. The values are secrets. */
  headers: [name: string, value: string][];
  /** The User-Agent; undefined for the name and version of this tool. */
  userAgent?: string;
  /** PEM text of certificates to trust besides the system's. */
  ca?: string;
  /** The proxies; undefined if there are none. */
  proxies?: Proxies;
  /** The limit for simultaneous requests. */
  concurrency: number;
  /** The limit for requests per second; 0 means none. */
  rps: number;
  /** The time limit for one request, in milliseconds, from its start to the end of the response. */
  timeoutMs: number;
  /** The limit for the body of a response, in bytes. */
  maxBytes: number;
  showEmails: boolean;
}

/** The proxies from the environment. Their userinfo is a secret. */
export interface Proxies {
  /** The proxy URL for `http:`. */
  http?: string;
  /** The proxy URL for `https:`. */
  https?: string;
  /** The hosts that are not proxied, in the form of NO_PROXY. */
  except?: string;
}

/** How long a run that writes waits, in milliseconds. */
export interface WriteWaits {
  /** For its own marker to be listed. */
  listed: number;
  /** For another run to end, looking again after a random time between these two. */
  turn: number;
  again: readonly [least: number, most: number];
  /** For a read to show a change. */
  lag: number;
  /** For an event that a write causes to be listed. */
  event: number;
  /** Before what was restored is looked at for the last time. */
  look: number;
  /** The longest that restoring lasts beyond `--max-duration`. */
  restoring: number;
}

/** The usual waits. */
export const WRITE_WAITS: WriteWaits = {
  listed: 10_000,
  turn: 120_000,
  again: [1000, 3000],
  lag: 5000,
  event: 5000,
  look: 5000,
  restoring: 30_000,
};

/** The waits for an instance whose reads show every write: the embedded one. */
export const NO_WAITS: WriteWaits = { ...WRITE_WAITS, listed: 0, lag: 0, event: 0, look: 0 };

/** Settings for writes: plain data. */
export interface WriteSettings {
  /** The waits, where they are not the usual ones. */
  waits?: WriteWaits;
  /** The file for original values. */
  journal: string;
  /** The id of the run: the journal of another one at that path is left alone. */
  run: string;
}

/** Settings for the scan of whole lists: plain data. */
export interface ScanSettings {
  /** The number of objects per list; undefined for all. */
  sample?: number;
}

/** The random list queries. */
export interface Queries {
  /** The seed. */
  seed: number;
  /** The number of queries per list and version; undefined for the default. */
  thorough?: number;
}

/** The values of `--scope`; each includes those before it. */
export const SCOPES = ['reading', 'signed-in', 'writes', 'full'] as const;

/** The part of the specification that a run must check. */
export type ScopeName = (typeof SCOPES)[number];

/** The settings of a run. */
export interface RunSettings extends TargetSettings {
  /** Undefined if nothing may be written. */
  writes?: WriteSettings;
  /** Whether to send values known to break instances. */
  hazardous?: boolean;
  /** Undefined if only the first items of lists are checked. */
  scan?: ScanSettings;
  /** The limit for requests; undefined for none. */
  maxRequests?: number;
  /** Set where the instance is the embedded one: the names of its faults. */
  demo?: string[];
  /** The versions of `--versions`; undefined for all that the instance offers. */
  versions?: Version[];
  /** The name of the frozen set of `--requirements`; undefined for all requirements. */
  requirements?: string;
  /** The scope that must be checked, or the run is incomplete. */
  scope?: ScopeName;
  /** The verdict from which on the exit status is 1; undefined for `fail`. */
  failOn?: 'warn';
  /** Ids, groups or patterns of ids (`page.*`, `*.fields*`). Empty means everything. */
  only: string[];
  skip: string[];
  /** link_name or id of the project that the maintainer maintains. */
  project?: string;
  /** link_name or id of a project that the maintainer does not maintain; undefined if nothing is sent to one. */
  otherProject?: string;
  seed: number;
  /** The number of random queries per list and version. */
  thorough?: number;
  /** The time limit of the run in milliseconds; undefined for none. */
  maxDurationMs?: number;
}

/** The settings without the credentials that the instance rejects, which are only masked. */
export function withoutRejected<S extends TargetSettings>(
  settings: S,
  rejected: readonly { role: SignedInRole }[],
): S {
  const { credentials } = settings;
  const roles = rejected.map(({ role }) => role);
  const entries = Object.entries(credentials) as [SignedInRole, Credentials][];
  const isRejected = ([role]: [SignedInRole, Credentials]) => roles.includes(role);
  return {
    ...settings,
    credentials: Object.fromEntries(entries.filter((entry) => !isRejected(entry))),
    alsoMasked: Object.fromEntries(entries.filter(isRejected)),
  };
}

/** The options in effect for the report, without secrets. */
export function reportedOptions(settings: RunSettings): Record<string, unknown> {
  const { credentials, alsoMasked = {}, headers, ca, proxies, scan, writes, ...open } = settings;
  const given = { ...credentials, ...alsoMasked };
  const reported = {
    ...open,
    writes: writes && { journal: writes.journal },
    scan: scan && (scan.sample ?? 'every object'),
    roles: Object.keys(given),
    credentials: variablesOf(given),
    headers: headers.map(([name]) => name),
    ca: ca !== undefined,
    proxy: proxies === undefined ? undefined : true,
  };
  // Options that are not set have no row in the HTML report, which lists the keys.
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined));
}
