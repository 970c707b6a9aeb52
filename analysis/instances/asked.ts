import type { Read } from '../../harness/client/request.js';
import { endpointOf, inApi, partsOf } from '../../specification/endpoint-of-request.js';
import { COLLECTION_OF, type CollectedResource } from '../../specification/endpoints.js';
import { isVersion, since, type Version } from '../../specification/versions.js';
import { RESOURCES } from '../client-profile/endpoints.js';
import type { Profile } from '../client-profile/profile.js';

/** What an answer shows. */
export interface Shown {
  resource: CollectedResource;
  form: 'list' | 'detail' | 'embedded';
}

/** A request to OLD, and what its URL asks for. */
export interface Asked {
  read: Read;
  /** The path and query below the base URL. */
  target: string;
  /** Undefined for URLs without a version, or with one that is none. */
  version?: Version;
  /** `GET /patches/{id}/`. */
  endpoint: string;
  /** Undefined for downloads and pages that are no API. */
  shows?: Shown;
  /** The names of the query parameters, in alphabetical order, each once. */
  parameters: readonly string[];
}

/** Says what a request asks for. */
export function askedBy(read: Read, target: string): Asked {
  const { path, query } = partsOf(target);
  const { version, path: below } = inApi(path) ?? {};
  return {
    read,
    target,
    version: version !== undefined && isVersion(version) ? version : undefined,
    endpoint: endpointOf(read.method ?? 'GET', target),
    shows: below === undefined ? undefined : shownAt(below),
    parameters: [...new Set(query.keys())].sort(),
  };
}

function shownAt(path: string): Shown | undefined {
  const [collection = '', id, nested, more] = path.split('/').filter((part) => part !== '');
  if (collection === '') return { resource: 'root', form: 'detail' };
  const own = nested === 'comments' ? `${RESOURCES[collection]}-comments` : (nested ?? collection);
  const last = nested === undefined ? id : more;
  const resource = RESOURCES[own];
  return resource && { resource, form: last === undefined ? 'list' : 'detail' };
}

/** Lists that can be limited to a project. */
const OF_PROJECTS = /\b(patches|covers|series|bundles|events)\/$/;

/** A read of a list, limited to a project unless it names one. */
export function limitedTo(project: string | undefined, read: Read): Read {
  const { url } = read;
  const [path = ''] = url.split('?', 1);
  const isOfProjects = path.includes('/api/') && OF_PROJECTS.test(path);
  if (project === undefined || !isOfProjects || /[?&]project=/.test(url)) return read;
  const own = new URLSearchParams({ project });
  return { ...read, url: `${url}${url.includes('?') ? '&' : '?'}${own}` };
}

/**
 * What a client needs that uses an answer: its endpoint, and each of the parameters that were sent; for the root of
 * a version, that version. A text that ends in a blank or a point stands for each need that begins with it.
 */
export function usesOfAnswer({ read, target, shows, parameters, version }: Asked): string[] {
  if (shows === undefined) return ['requirements client.mbox.'];
  if (shows.resource === 'root' && version !== undefined) return [`version ${version}`];
  const list = COLLECTION_OF[shows.resource];
  const { query } = partsOf(target);
  return [
    shows.form === 'list' || list === 'root' ? `endpoints ${list}` : `endpoints ${list}.detail`,
    ...(read.scheme === 'basic' ? ['sign-in basic'] : []),
    ...parameters.map((name) => {
      if (name === 'page' || name === 'per_page') return `pages ${name}`;
      if (name === 'order') return `order ${list} `;
      if (name === 'q') return `search ${list}`;
      return `filters ${list} ${name}${query.getAll(name).length > 1 ? '.repeated' : ''}`;
    }),
  ];
}

/** The names of the clients that use something in a version; without one, those that use no version. */
export function clientsUsing(
  uses: readonly string[],
  version: Version | undefined,
  profiles: readonly Profile[],
): string[] {
  const isUsed = (profile: Profile) => {
    const needs = needsIn(profile, version);
    // A filter in one form of its value has the form in its name: `submitter-email`.
    const isNeeded = (use: string) =>
      needs.some((need) => need === use || need.startsWith(/[ .]$/.test(use) ? use : `${use}-`));
    return uses.every(isNeeded);
  };
  return profiles.filter(isUsed).map(({ name }) => name);
}

/** The needs of a profile in a version as texts; none if it does not use the version. */
function needsIn({ versions, needs }: Profile, version: Version | undefined): string[] {
  const isFixed = Array.isArray(versions);
  if (isFixed && !versions.some((each) => each === version)) return [];
  const own = needs.filter(
    ({ since: first }) => !first || !version || since(first).includes(version),
  );
  const texts = own.map(({ kind, of, name }) => [kind, of ?? [], name].flat().join(' '));
  return [...texts, ...(isFixed ? versions.map((each) => `version ${each}`) : [])];
}
