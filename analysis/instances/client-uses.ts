import { COLLECTION_OF } from '../../specification/endpoints.js';
import { since, type Version } from '../../specification/versions.js';
import type { Need, Profile } from '../client-profile/profile.js';
import type { Asked, Shown } from './asked.js';

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
