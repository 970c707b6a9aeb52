import { expect, test } from 'vitest';
import { behind } from '../../analysis/client-profile/broken-clients.js';
import { CLIENT_CONTRACTS, readProfiles } from '../../cli/catalogue.js';
import { storedMatrix } from '../../tools/proof/matrix.js';

/** Each contract with a fault that resembles one that breaks it, and does not break it. */
const NEAR_MISSES: Readonly<Record<string, string>> = {
  'client.root': 'redirect-drops-query',
  'client.link.spelling': 'links-first-last-prev-next',
  'client.link.next-first': 'link-relations-unquoted',
  'client.link.no-blank': 'links-first-last-prev-next-without-blanks',
  'client.link.quoted': 'link-relations-without-blank',
  'client.link.blank-before-rel': 'link-relations-unquoted',
  'client.link.rel-last': 'links-first-last-prev-next',
  'client.link.next': 'link-relations-unquoted',
  'client.link.absolute': 'link-header-in-lower-case',
  'client.link.keeps-parameters': 'links-relative-to-host',
  'client.link.last-counts': 'links-first-last-prev-next',
  'client.query.unknown-parameter': 'empty-project-selects-nothing',
  'client.query.empty-project': 'people-of-project-only',
  'client.query.project-of-people': 'empty-project-selects-nothing',
  'client.redirect.query': 'root-without-version-not-found',
  'client.burst': 'unknown-parameters-refused',
  'client.event.order': 'series-order-ignored',
  'client.event.since-inclusive': 'events-since-with-blank-ignored',
  'client.event.since-blank': 'events-since-exclusive',
  'client.event.series-completed': 'series-created-events-without-mbox',
  'client.event.series-created': 'series-completed-events-without-mbox',
  'client.mbox.patch': 'patch-mbox-ignores-all-series',
  'client.mbox.file-name': 'patch-mbox-without-diff',
  'client.mbox.series-all': 'patch-mbox-ignores-series-id',
  'client.mbox.series-id': 'patch-mbox-ignores-all-series',
  'client.mbox.series-all.none': 'patch-mbox-ignores-all-series',
  'client.mbox.raw': 'patch-mbox-without-diff',
  'client.mbox.by-id': 'no-raw-diffs',
  'client.patch.list': 'listed-patches-without-pull-url',
  'client.patch.detail': 'unknown-patch-crashes',
  'client.patch.list.fields': 'patch-without-headers',
  'client.patch.list.fields.since-1.1': 'patch-without-comments',
  'client.patch.detail.fields': 'listed-patches-without-pull-url',
  'client.patch.detail.fields.since-1.1': 'listed-patches-without-web-url',
  'client.patch.types': 'patch-without-headers',
  'client.patch.filter.project': 'patches-project-id-finds-nothing',
  'client.patch.filter.project-id': 'patches-project-name-finds-nothing',
  'client.patch.filter.state': 'patches-state-id-finds-nothing',
  'client.patch.filter.state.repeated': 'patches-state-id-finds-nothing',
  'client.patch.filter.state-number': 'patches-without-states-13-and-15',
  'client.patch.filter.state-number.kernel': 'patches-state-name-ignored',
  'client.patch.filter.archived': 'patch-archived-word-refused',
  'client.patch.filter.submitter': 'patches-submitter-name-finds-nothing',
  'client.patch.filter.submitter-email': 'patches-submitter-id-finds-nothing',
  'client.patch.filter.delegate': 'patches-delegate-name-finds-nothing',
  'client.patch.filter.delegate-name': 'patches-delegate-id-finds-nothing',
  'client.patch.filter.hash': 'patches-msgid-ignored',
  'client.patch.filter.msgid': 'patches-hash-ignored',
  'client.patch.filter.series': 'patches-hash-ignored',
  'client.patch.filter.since': 'patches-before-ignored',
  'client.patch.filter.before': 'since-needs-time-zone',
  'client.patch.check': 'checks-order-ignored',
  'client.patch.order': 'series-order-ignored',
  'client.series.order': 'patches-order-ignored',
  'client.bundle.order': 'series-order-ignored',
  'client.patch.unknown': 'comments-of-unknown-patch-empty',
  'client.patch.comments': 'comments-of-unknown-patch-empty',
  'client.patch.comments.unknown': 'unknown-patch-crashes',
  'client.check.list': 'check-by-id-not-found-before-1.2',
  'client.check.list.fields': 'check-by-id-not-found-before-1.2',
  'client.check.detail': 'checks-without-target-url-before-1.3',
  'client.check.detail.fields': 'checks-not-listed-before-1.3',
  'client.check.filter.user': 'checks-order-ignored',
  'client.check.latest': 'checks-user-ignored-before-1.3',
  'client.check.create': 'check-state-number-refused',
  'client.check.create.shown': 'patch-update-returns-202',
  'client.check.create.numeric-state': 'check-multipart-refused',
  'client.check.create.multipart': 'check-state-number-refused',
  'client.patch.update.state': 'patch-forms-refused',
  'client.patch.update.form': 'patch-multipart-refused',
  'client.patch.update.shown': 'patch-update-returns-202',
  'client.write.status': 'patch-multipart-refused',
  'client.patch.update.multipart': 'patch-forms-refused',
  'client.patch.update.put': 'patch-forms-refused',
  'client.patch.update.delegate': 'patch-commit-ref-not-stored',
  'client.patch.update.archived': 'patch-archived-word-refused',
  'client.patch.update.archived-word': 'patch-forms-refused',
  'client.patch.update.commit-ref': 'patch-archived-not-stored',
  'client.bundle.create.form': 'bundle-delete-hides-only',
  'client.bundle.delete': 'bundle-form-stores-one-patch',
};

const PROFILES = readProfiles().map(({ profile }) => profile);
const MATRIX = storedMatrix(new URL('../../tools/proof/', import.meta.url));
const OF_CLIENTS = MATRIX.faults.filter(({ breaks }) => breaks !== undefined);
const CONTRACTS = CLIENT_CONTRACTS.groups
  .flatMap(({ requirements }) => requirements)
  .filter(({ level }) => level !== 'observe');

test('each client contract has a client, its file, a fault that breaks it, and a near miss', () => {
  expect(Object.keys(NEAR_MISSES).sort()).toEqual(CONTRACTS.map(({ id }) => id).sort());
  for (const { id, spec, breaks = [] } of CONTRACTS) {
    const needing = PROFILES.filter(({ needs }) => needs.some((need) => behind(need).includes(id)));
    expect([...breaks, ...needing], id).not.toEqual([]);
    expect(spec, id).toMatch(/\w/);
    expect(
      OF_CLIENTS.some(({ failing }) => id in failing),
      id,
    ).toBe(true);
    const near = OF_CLIENTS.find((fault) => fault.id === NEAR_MISSES[id]);
    const { failing = { [id]: [] }, inconclusive = {} } = near ?? {};
    expect([id in failing, id in inconclusive], `${id}: ${NEAR_MISSES[id]}`).toEqual([
      false,
      false,
    ]);
  }
});
