import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { makeManyState } from '../../fixtures/reference/data/state.js';
import type { Result } from '../../harness/report.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { wantedFor } from '../../tools/proof/finding.js';
import { credentials, type Otherwise, ran, withInstance } from './instance.js';

/** Faults by the kind of run that shows them: one instance has all of a kind. */
const KINDS = {
  'what one answer proves, and several that are compared': [
    'embedded-project-id-as-string',
    'covers-before-ignored',
    'order-ignored',
    'later-event-pages-are-objects',
    'private-bundles-listed-to-other-users',
    'unknown-cover-as-html',
    'comments-of-all-covers',
    'completed-event-without-series',
  ],
  'writes and hazardous inputs': [
    'untyped-body-read-as-json',
    'name-update-reverts-settings',
    'bundle-named-dot-dot-crashes-list',
  ],
  'whole lists': ['one-old-cover-without-msgid'],
};

const VERSION = '1.3';

/** The options of the command for what the proof checks. */
function optionsFor({ thorough, writes, hazardous, scan }: Wanted): string[] {
  return [
    ...['--versions', VERSION, '--seed', '1', '--quiet'],
    ...(thorough === undefined ? [] : ['--thorough', String(thorough)]),
    ...(writes === undefined ? [] : ['--allow-writes', '--other-project', 'quarry-tools']),
    ...(hazardous ? ['--hazardous-inputs'] : []),
    ...(scan === undefined ? [] : ['--exhaustive']),
  ];
}

/** What was found, without what differs from run to run: addresses, names of made objects, ids of these. */
function found(results: readonly Result[]): string[] {
  return results
    .map(({ requirement, version, verdict, violations }) => {
      const messages = violations.map(({ message }) =>
        message.replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/conformance[\w/-]+/g, 'NAME'),
      );
      return [requirement, version, verdict, ...messages].join(' ');
    })
    .sort();
}

// One after the other: each is a run of its own, which a busy machine takes minutes for.
test.for(Object.entries(KINDS))(
  'the command finds what the proof finds: %s',
  async ([, faults]) => {
    const all: Wanted[] = faults.map((id) => wantedFor(faultNamed(id)));
    // The requirements that the faults are meant for, and those that are like them.
    const named = faults.flatMap((id) => faultNamed(id).detectedBy);
    const only = named.map((id) => id.replace(/^([^.]+\.[^.]+)\..+$/, '$1.*'));
    const { seed = 1, ...wanted }: Wanted = Object.assign({ versions: [VERSION], only }, ...all);
    const otherwise = (): Otherwise => ({
      faults,
      ...(wanted.scan && { state: makeManyState(1500) }),
    });
    const proven = await withInstance(otherwise(), (reference) =>
      judged(reference, { ...wanted, seed }),
    );
    const { report } = await withInstance(otherwise(), (reference) =>
      ran(['--base-url', reference.url, ...optionsFor(wanted), '--only', only.join()], {
        env: credentials(reference),
      }),
    );
    const isProven = new Set(proven.map(({ requirement }) => requirement));
    const same = report.results.filter(
      ({ requirement, version, verdict }) =>
        isProven.has(requirement) && version === VERSION && verdict !== 'not-applicable',
    );
    expect(found(same)).toEqual(found(proven));
    const red = proven.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    for (const id of faults) {
      const { detectedBy } = faultNamed(id);
      expect(
        red.some(({ requirement }) => detectedBy.includes(requirement)),
        id,
      ).toBe(true);
    }
  },
);
