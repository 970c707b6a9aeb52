import type { Need, Profile } from '../analysis/client-profile/profile.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import { since, type Version } from '../specification/versions.js';
import type { Finding, Subject } from './finding.js';

/** What parameters are called in the profiles, where those are not filters. */
const PAGES = ['page', 'per_page'];

/** Situations that clients come into; the others are mistakes of callers. */
const MET = ['unknown id', 'without slash', 'as ', 'by name', 'the own user'];

/** The names of the clients that use what differs, in a version; without one, those that use no version. */
export function usersOf(
  { subject, key }: Pick<Finding, 'subject' | 'key'>,
  version: Version | undefined,
  profiles: readonly Profile[],
): string[] {
  if (subject.of === 'version') {
    return profiles.filter((profile) => isFixedTo(profile, version)).map(({ name }) => name);
  }
  return profiles
    .filter((profile) => canUse(profile, version))
    .filter(({ needs }) => {
      const own = needs.filter((need) => isOfVersion(need, version));
      return uses(own, subject) || (key.startsWith('date ') && own.some(isDate));
    })
    .map(({ name }) => name);
}

function canUse({ versions }: Profile, version: Version | undefined): boolean {
  if (versions === undefined) return true;
  if (versions === 'latest') return true;
  return version !== undefined && versions.includes(version);
}

/** Whether the URLs of a client name this version whatever the instance offers. */
function isFixedTo({ versions }: Profile, version: Version | undefined): boolean {
  return Array.isArray(versions) && version !== undefined && versions.includes(version);
}

function isOfVersion(need: Need, version: Version | undefined): boolean {
  if (need.since === undefined || version === undefined) return true;
  return since(need.since).includes(version);
}

function isDate({ kind }: Need): boolean {
  return kind === 'dates';
}

function uses(needs: readonly Need[], subject: Subject): boolean {
  switch (subject.of) {
    case 'field': {
      const place = `${collectionOf(subject.resource)}.${subject.form}`;
      return needs.some(
        ({ kind, of, name }) => kind === 'fields' && of === place && name === subject.field,
      );
    }
    case 'answer': {
      const collection = collectionOf(subject.shows.resource);
      const endpoint =
        subject.shows.form === 'list' || collection === 'root'
          ? collection
          : `${collection}.detail`;
      if (!needs.some(({ kind, name }) => kind === 'endpoints' && name === endpoint)) return false;
      const { situation = '' } = subject;
      if (situation === 'by name and password') {
        return needs.some(({ kind, name }) => kind === 'sign-in' && name === 'basic');
      }
      if (situation === 'given twice') {
        return needs.some(
          ({ of, name }) => of === collection && isRepeated(name, subject.parameters),
        );
      }
      if (situation !== '' && !MET.some((each) => situation.startsWith(each))) return false;
      return subject.parameters.every((name) => usesParameter(needs, collection, name));
    }
    case 'link':
      return needs.some(
        ({ kind, name }) =>
          (kind === 'pages' || kind === 'requirements') && name === subject.need.split(' ')[0],
      );
    case 'download':
      return needs.some(
        ({ kind, name }) => kind === 'requirements' && name.startsWith('client.mbox.'),
      );
    case 'version':
      return false;
    case 'sign-in':
      return needs.some(({ kind }) => kind === 'sign-in');
  }
}

function isRepeated(name: string, parameters: readonly string[]): boolean {
  return parameters.some((each) => name.startsWith(each) && name.endsWith('.repeated'));
}

function usesParameter(needs: readonly Need[], list: string, parameter: string): boolean {
  return needs.some(({ kind, of, name }) => {
    if (kind === 'filters') {
      return of === list && (name === parameter || name.startsWith(`${parameter}-`));
    }
    if (kind === 'order') return parameter === 'order' && of === list;
    if (kind === 'search') return parameter === 'q' && name === list;
    return kind === 'pages' && PAGES.includes(parameter) && name === parameter;
  });
}

function collectionOf(resource: string): string {
  return COLLECTIONS[resource] ?? resource;
}

const COLLECTIONS: Readonly<Record<string, string>> = COLLECTION_OF;
