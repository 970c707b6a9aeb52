/** A fault that was removed from the catalogue, because the suite cannot be expected to detect it. */
export interface Removed {
  id: string;
  says: string;
  /** Why a conforming instance may behave in the same way, or why no check may look for it. */
  why: string;
  /** Set if it was written with knowledge of the checks, so that it is in no baseline. */
  writtenFrom?: 'suite';
}

/** Why faults of filters that only an exhaustive scan could reveal were removed. */
const NOT_ON_WHOLE_LISTS =
  'Filters are compared with the items that a usual run knows. `--exhaustive` checks every object, but asks no filter on whole lists: that would take up to twenty requests for each of forty filters.';

/** The removed faults; docs/proof.md lists them. */
export const REMOVED: readonly Removed[] = [
  {
    id: 'new-check-without-event',
    says: 'A new check creates no event.',
    why: '"Operations that emit each event: not shown": an instance need not report a new check (docs/verdicts.md B-47). An event that it emits is checked.',
  },
  {
    id: 'patch-update-in-1.1-crashes',
    says: 'In versions 1.0 and 1.1, a PATCH of a patch without relations is stored but returns 500.',
    why: 'Writes are specified for 1.2 and 1.3 (docs/verdicts.md B-11): the suite never writes in older versions.',
  },
  {
    id: 'links-relative',
    says: 'The links are paths without scheme and host.',
    why: 'The specification only refers to RFC 5988 for the `Link` header, and RFC 5988 allows relative references, which clients resolve.',
  },
  {
    id: 'bundle-without-name-accepted',
    says: 'A bundle without a name is created with a blank one.',
    why: '"Which body fields are required versus optional on writes: not shown": no sentence requires a name, and a blank name is a valid string.',
  },
  {
    id: 'bundle-public-by-default',
    says: 'A bundle without `public` is public.',
    why: 'The specification names no default for `public`. The default of deployed releases is not a requirement.',
  },
  {
    id: 'untyped-body-rejected',
    says: 'A PATCH without `Content-Type` is rejected instead of returning 200.',
    why: 'The specification describes the 200 that changes nothing as behaviour, not as a requirement. A rejection that changes nothing is accepted.',
  },
  {
    id: 'urls-with-first-host',
    says: 'All URLs name the host of the first request since the start.',
    why: 'The specification calls {base_url} "the base address of an instance" and does not say that URLs follow the `Host` of a request. A run uses one base URL and never sends the first request since the start.',
  },
  {
    id: 'wrong-token-is-anonymous',
    says: 'A wrong token is ignored: the request is treated as anonymous.',
    why: 'The specification does not define the response to a wrong token where no authentication is needed; where it is needed, an anonymous request is refused as well. That deployed releases reject it everywhere is not a requirement.',
  },
  {
    id: 'mail-events-have-actor',
    says: 'The `actor` of events caused by mail is the first maintainer of the project.',
    why: 'The specification describes `actor` as "embedded User, 1.2 and later" and does not say for which events it is null.',
  },
  {
    id: 'settings-readable-by-other-users',
    says: 'The `settings` of a user are readable by every other user.',
    why: 'The endpoint table says "200, User with settings" for any id. Whether `settings` of other users are returned is only observed (auth.users.settings.of-others).',
  },
  {
    id: 'concurrent-bundle-updates-lost',
    says: 'Of two simultaneous updates of different fields of a bundle, one is lost.',
    why: 'The specification says nothing about concurrent requests, and whether a deployed release loses an update depends on timing. The result is only observed.',
  },
  ...Object.entries({
    'covers-project-misses-one': 'The filter `project` of covers misses one cover',
    'covers-before-misses-range': 'The filter `before` of covers misses a range of 51 covers',
    'covers-submitter-misses-range': 'The filter `submitter` of covers misses a range of 51 covers',
    'covers-msgid-misses-range': 'The filter `msgid` of covers misses a range of 51 covers',
    'series-project-includes-one-of-other-project':
      'The filter `project` of series returns one series of another project',
    'events-category-misses-range': 'The filter `category` of events misses a range of 801 events',
  }).map(
    ([id, says]): Removed => ({
      id,
      says: `${says} that only an exhaustive scan reaches.`,
      why: NOT_ON_WHOLE_LISTS,
      writtenFrom: 'suite',
    }),
  ),
];
