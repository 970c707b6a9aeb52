import { ask, type Probe } from './ask.js';

const covers = ask('GET 1.3/covers/?per_page=100');
const cover = ask('GET 1.3/covers/1/');
const series = ask('GET 1.3/series/?per_page=100');
const bundles = ask('GET 1.3/bundles/');
const bundle = ask('GET 1.3/bundles/1/');
const projects = ask('GET 1.3/projects/');
const people = ask('GET 1.3/people/?per_page=100 user');
const checks = ask('GET 1.3/patches/7/checks/');
const allChecks = ask('GET 1.3/patches/7/checks/?per_page=100');
const coverComments = ask('GET 1.3/covers/3/comments/?per_page=100');
const patchComments = ask('GET 1.3/patches/6/comments/');
const patchComment = ask('GET 1.3/patches/1/comments/1/');
const events = ask('GET 1.3/events/?per_page=100&order=id');
const told = (category: string) => ask(`GET 1.3/events/?category=${category}&per_page=100`);
const everySeries = (from: number, to: number) =>
  ask(...Array.from({ length: to - from }, (_, index) => `GET 1.3/series/${from + index}/`));
const everyCover = (last: number) =>
  ask(...Array.from({ length: last }, (_, index) => `GET 1.3/covers/${index + 1}/`));

/** What shows the faults of forms: types, blanks, dates, relations, versions and events. */
export const FORM_PROBES: Record<string, Probe> = {
  'comments-of-all-covers': coverComments,
  'only-direct-answers-to-covers': coverComments,
  'patch-comment-below-any-patch': ask('GET 1.3/patches/2/comments/1/'),
  'check-below-any-patch': ask('GET 1.3/patches/2/checks/1/'),
  'checks-of-all-patches': checks,
  'comments-of-no-cover-are-empty': ask('GET 1.3/covers/999999/comments/'),
  'checks-of-no-patch-are-empty': ask('GET 1.3/patches/999999/checks/'),

  'embedded-project-id-as-text': covers,
  'event-id-as-text': events,
  'embedded-series-version-as-text': covers,
  'series-total-as-decimal-text': series,
  'bundle-public-as-text': bundles,
  'received-all-as-number': series,
  'addressed-null-until-set': patchComment,
  'settings-as-text': ask('GET 1.3/users/3/ user'),
  'cover-headers-as-text': cover,
  'maintainers-as-ids': projects,
  'bundle-patches-as-ids': bundle,
  'cover-series-not-an-array': ask('GET 1.1/covers/'),
  'bundle-owner-as-name': bundles,
  'person-user-as-address': ask('GET 1.3/people/1/ user'),
  'check-user-as-id': checks,

  'serializer-drops-nulls': projects,
  'embedded-project-drops-nulls': covers,
  'blank-address-is-empty-text': ask('GET 1.3/projects/2/'),
  'series-without-cover-lacks-the-key': series,
  'series-without-cover-has-an-empty-one': ask('GET 1.3/series/1/'),
  'blank-person-called-none': people,
  'person-without-account-has-an-empty-one': people,
  'person-takes-the-user-of-the-row-before': people,
  'event-without-actor-lacks-the-key': events,
  'blank-target-is-the-word-null': checks,
  'cover-without-text-crashes': everyCover(20),
  'archive-of-a-project-without-one': covers,
  'series-of-one-omit-received-all': ask('GET 1.3/series/1/'),

  'dates-in-the-local-zone': cover,
  'dates-without-a-zone': cover,
  'dates-local-but-called-utc': cover,
  'event-dates-with-fractions': events,
  'comment-dates-with-a-blank': coverComments,
  'check-dates-as-numbers': checks,
  'embedded-patch-dates-are-days': bundle,
  'cover-detail-an-hour-off': cover,
  'series-dated-by-the-last-patch': series,

  'page-shares-the-first-submitter': covers,
  'cover-letter-of-the-first-version': series,
  'bundled-patches-share-an-mbox': bundle,
  'series-mbox-by-cover': covers,
  'submitter-address-by-account': covers,
  'embedded-series-address-of-the-cover': cover,
  'cover-comments-address-of-a-patch': cover,
  'check-address-without-its-patch': checks,
  'cover-mbox-unescaped': covers,
  'archive-address-keeps-brackets': covers,
  'embedded-cover-msgid-bare': series,
  'addresses-without-a-host': covers,
  'series-web-address-of-the-api': series,

  'cover-names-shortened-in-lists': covers,
  'names-encoded-twice': people,
  'cover-content-ascii-only': everyCover(20),
  'repeated-headers-lost': coverComments,
  'cover-detail-without-content': cover,
  'comment-content-missing-in-1.3': patchComment,
  'received-total-counts-the-cover': series,
  'received-all-always-true': series,
  'complete-series-not-complete': ask('GET 1.3/series/1/'),
  'total-is-what-arrived': series,
  'series-patches-cut-at-five': everySeries(1, 15),
  'series-version-always-one': covers,
  'check-list-states-combined': allChecks,
  'comment-subject-without-re': patchComment,
  'addressed-false-in-the-list': patchComments,
  'second-maintainer-missing': projects,

  'embedded-patch-web-url-in-1.0': ask('GET 1.0/bundles/'),
  'embedded-cover-archive-url-in-1.1': ask('GET 1.1/series/'),
  'comment-archive-url-a-version-late': ask('GET 1.2/covers/3/comments/'),
  'embedded-project-format-a-version-late': ask('GET 1.2/covers/'),
  'addressed-in-1.2': ask('GET 1.2/covers/3/comments/'),
  'actor-a-version-late': ask('GET 1.2/events/'),
  'cover-mbox-in-1.0': ask('GET 1.0/covers/1/'),
  'cover-comments-a-version-late': ask('GET 1.1/covers/'),
  'bundle-web-url-a-version-late': ask('GET 1.1/bundles/'),
  'settings-a-version-late': ask('GET 1.2/users/3/ user'),
  'patch-comment-url-in-1.4-only': patchComment,
  'unversioned-is-the-oldest': ask('GET covers/'),
  '1.2-answers-like-1.1': ask('GET 1.2/covers/'),
  'addresses-name-the-latest-version': ask('GET 1.1/covers/'),
  'embedded-project-address-of-1.0': covers,
  'embedded-project-kept-from-the-first-version': ask('GET 1.3/covers/', 'GET 1.0/covers/'),
  'root-lacks-series': ask('GET 1.3/'),
  'root-of-another-version': ask('GET 1.1/'),
  'root-keeps-relative-names': ask('GET 1.3/'),
  'cover-comments-gone-in-1.2': ask('GET 1.2/covers/3/comments/'),

  'completed-event-without-series': told('patch-completed'),
  'completed-event-series-null': told('patch-completed'),
  'delegated-event-omits-blank-delegates': told('patch-delegated'),
  'delegates-as-ids': told('patch-delegated'),
  'delegates-swapped': told('patch-delegated'),
  'state-event-states-equal': told('patch-state-changed'),
  'state-event-states-as-objects': told('patch-state-changed'),
  'relation-event-as-numbers': told('patch-relation-changed'),
  'check-event-names-the-first-patch': told('check-created'),
  'check-event-without-context': told('check-created'),
  'check-event-state-pending': told('check-created'),
  'cover-event-as-text': told('cover-created'),
  'cover-event-shows-the-patch': told('cover-created'),
  'completed-event-of-the-previous-series': told('patch-completed'),
  'event-payload-spread': events,
  'events-all-of-the-first-project': events,
  'created-event-patch-as-id': told('patch-created'),

  'second-bundled-patch-without-mbox': bundle,
  'event-payload-empty-in-1.4': ask('GET 1.4/events/'),
  'bundle-project-as-id-in-1.4': ask('GET 1.4/bundles/1/'),
  'addressed-as-text-in-1.4': ask('GET 1.4/patches/1/comments/1/'),
  'event-dates-as-numbers-in-1.0': ask('GET 1.0/events/'),
  'foreign-cover-names-null-in-1.0': ask('GET 1.0/covers/'),
  'patch-web-url-takes-plus-for-a-blank': series,
  'nameless-submitters-null': covers,
  'check-detail-omits-a-blank-description': ask('GET 1.3/patches/1/checks/4/'),
  'user-emails-hidden-in-the-list': ask('GET 1.3/users/ user'),
  'bundle-owner-is-the-caller': ask('GET 1.3/bundles/ user'),
};
