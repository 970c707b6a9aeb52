import type { Read } from '../../harness/client/request.js';
import { endpointOf, inApi, partsOf } from '../../specification/endpoint-of-request.js';
import { COLLECTION_OF, type CollectedResource } from '../../specification/endpoints.js';
import { isVersion, since, type Version } from '../../specification/versions.js';
import { RESOURCES } from '../client-profile/endpoints.js';
import type { Need, Profile } from '../client-profile/profile.js';

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
  /** Those that are given several times. */
  repeated: readonly string[];
}

/** Says what a request asks for. */
export function askedBy(read: Read, target: string): Asked {
  const { path, query } = partsOf(target);
  const { version, path: below } = inApi(path) ?? {};
  const names = [...query.keys()].sort();
  return {
    read,
    target,
    version: version !== undefined && isVersion(version) ? version : undefined,
    endpoint: endpointOf(read.method ?? 'GET', target),
    shows: below === undefined ? undefined : shownAt(below),
    parameters: [...new Set(names)],
    repeated: names.filter((name, index) => names.indexOf(name) < index),
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
const OF_PROJECTS = /\/api\/[^?]*\b(patches|covers|series|bundles|events)\/(\?|$)/;

/** A read of a list, limited to a project unless it names one. */
export function limitedTo(project: string | undefined, read: Read): Read {
  const { url } = read;
  if (project === undefined || !OF_PROJECTS.test(url) || /[?&]project=/.test(url)) return read;
  const own = new URLSearchParams({ project });
  return { ...read, url: `${url}${url.includes('?') ? '&' : '?'}${own}` };
}

/** A field of a resource. A text that ends in a blank or a point stands for each need that begins with it. */
export function usesOfField({ resource, form }: Shown, field: string): string[] {
  return [`fields ${COLLECTION_OF[resource]}.${form} ${field}`];
}

/** An answer: its endpoint, and each of the parameters that were sent; for the root of a version, that version. */
export function usesOfAnswer({ read, shows, parameters, repeated, version }: Asked): string[] {
  if (shows === undefined) return ['requirements client.mbox.'];
  if (shows.resource === 'root' && version !== undefined) return [`version ${version}`];
  const list = COLLECTION_OF[shows.resource];
  return [
    shows.form === 'list' || list === 'root' ? `endpoints ${list}` : `endpoints ${list}.detail`,
    ...(read.scheme === 'basic' ? ['sign-in basic'] : []),
    ...parameters.map((name) => {
      if (name === 'page' || name === 'per_page') return `pages ${name}`;
      if (name === 'order') return `order ${list} `;
      if (name === 'q') return `search ${list}`;
      return `filters ${list} ${name}${repeated.includes(name) ? '.repeated' : ''}`;
    }),
  ];
}

/** The names of the clients that use something in a version; without one, those that use no version. */
export function clientsUsing(
  uses: readonly string[],
  version: Version | undefined,
  profiles: readonly Profile[],
): string[] {
  return profiles.filter((profile) => isUsedBy(profile, uses, version)).map(({ name }) => name);
}

function isUsedBy(
  { versions, needs }: Profile,
  uses: readonly string[],
  version: Version | undefined,
): boolean {
  const isFixed = Array.isArray(versions);
  if (isFixed && (version === undefined || !versions.includes(version))) return false;
  const own = [
    ...needs
      .filter((need) => need.since === undefined || !version || since(need.since).includes(version))
      .map(textOf),
    ...(isFixed ? versions.map((each) => `version ${each}`) : []),
  ];
  // A filter in one form of its value has the form in its name: `submitter-email`.
  return uses.every((use) =>
    own.some(
      (need) =>
        need === use || need.startsWith(`${use}-`) || (/[ .]$/.test(use) && need.startsWith(use)),
    ),
  );
}

function textOf({ kind, of, name }: Need): string {
  return [kind, ...(of === undefined ? [] : [of]), name].join(' ');
}
