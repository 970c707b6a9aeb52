import { SOURCES } from '../specification/resources/index.js';
import { VERSIONS, type Version } from '../specification/versions.js';
import type { Api } from './api.js';
import { type Answer, redirectOf } from './client/answer.js';
import { TransportError } from './client/transport-error.js';
import type { Instance } from './instance.js';
import { instead } from './instead.js';
import { isObject } from './place.js';

/** The most versions that are looked for, since an instance may answer any version. */
const MOST = 3;

/** The keys of the root (docs/api.md, "What the service does") identify this API. */
export const COLLECTIONS = Object.keys(SOURCES.root.fields);

/** Whether a response is a root of the API: a JSON object with a collection. */
export function isRoot({ json }: Pick<Answer, 'json'>): boolean {
  return isObject(json) && COLLECTIONS.some((name) => Object.hasOwn(json, name));
}

/**
 * Whether the root of a version says that the version is not offered (docs/verdicts.md B-35): it is missing, or was
 * removed, which 410 says and a redirect into another version as well.
 */
export function isNotOffered(root: Pick<Answer, 'status' | 'headers' | 'url'>, version: Version) {
  if (root.status === 404 || root.status === 410) return true;
  const there = redirectOf(root);
  if (there === undefined) return false;
  const [, base = ''] = /^(.*\/)\d+\.\d+\/?$/.exec(new URL(root.url).pathname) ?? [];
  const { pathname } = new URL(there);
  const [other] = /^\d+\.\d+(?=\/|$)/.exec(pathname.slice(base.length)) ?? [];
  return pathname.startsWith(base) && other !== undefined && other !== version;
}

/**
 * The versions that an instance offers beyond those that the specification describes: the minor versions
 * that follow the last one, as far as each has a root whose URLs name it. Without a response a version is not
 * offered: nothing else depends on it. `read` requests the root at a path below the base URL.
 */
export async function laterVersions(read: (path: string) => Promise<Answer>): Promise<string[]> {
  const [major, minor] = (VERSIONS.at(-1) ?? '').split('.').map(Number);
  const found: string[] = [];
  for (let next = (minor ?? 0) + 1; found.length < MOST; next += 1) {
    const version = `${major}.${next}`;
    const answer = await read(`/api/${version}/`).catch(instead(undefined, TransportError));
    if (answer?.status !== 200 || !isRoot(answer)) break;
    if (!answer.text.includes(`/api/${version}/`)) break;
    found.push(version);
  }
  return found;
}

/** The version that `/api/` without a version is; it may be one that the specification does not describe. */
export async function latestVersion(api: Api, instance: Instance): Promise<string> {
  const later = (await laterVersions((path) => api.follow(path))).at(-1);
  return later ?? instance.newest;
}
