import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeManyState, makeState } from '../../fixtures/reference/data/state.js';
import { likeRelease } from '../../fixtures/reference/like/like-release.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Report, Result } from '../../harness/report.js';
import { judged, type Wanted } from '../../tools/proof/evaluation.js';
import { wantedFor } from '../../tools/proof/finding.js';
import { inNewFolder, spawned } from '../cli/command.js';
import { credentials } from './written.js';

/** A fault of each kind: what one answer proves, what several compared prove, writes, contracts, whole lists. */
const FAULTS = [
  'embedded-project-id-as-string',
  'covers-before-ignored',
  'order-ignored',
  'later-event-pages-are-objects',
  'private-bundles-listed-to-other-users',
  'unknown-cover-as-html',
  'comments-of-all-covers',
  'completed-event-without-series',
  'order-drops-filters-of-covers',
  'untyped-body-read-as-json',
  'name-update-reverts-settings',
  'bundle-named-dot-dot-crashes-list',
  'link-header-in-lower-case',
  'one-old-cover-without-msgid',
];

const VERSION = '1.3';

/** The faults by the kind of run that shows them: one instance has all of a kind. Combinations leave out what fails alone. */
const KINDS = ['contracts', 'scan', 'writes', 'thorough', 'reads'] as const;

function faultsOf(kind: (typeof KINDS)[number]): string[] {
  return FAULTS.filter((id) => {
    const wanted = wantedFor(faultNamed(id));
    return kind === (KINDS.find((each) => each !== 'reads' && wanted[each]) ?? 'reads');
  });
}

async function withFaults<T>(
  ids: readonly string[],
  wanted: Wanted,
  work: (reference: Reference) => Promise<T>,
) {
  const behaviour = soundBehaviour();
  if (wanted.contracts) likeRelease(behaviour, '3.2');
  for (const id of ids) faultNamed(id).apply(behaviour);
  const state = wanted.scan !== undefined ? makeManyState(1500) : makeState();
  const reference = await startReference({ behaviour, state });
  try {
    return await work(reference);
  } finally {
    await reference.stop();
  }
}

/** The options of the command for what the proof checks. */
function optionsFor({ thorough, writes, hazardous, scan }: Wanted): string[] {
  return [
    ...['--versions', VERSION, '--seed', '1'],
    ...(thorough === undefined ? [] : ['--thorough', String(thorough)]),
    ...(writes === undefined ? [] : ['--allow-writes', '--runs', '3']),
    ...(hazardous ? ['--hazardous-inputs'] : []),
    ...(scan === undefined ? [] : ['--exhaustive']),
  ];
}

/** What was found, without what differs from run to run: addresses, names of made objects, ids of these. */
function found(results: readonly Result[]): string[] {
  return results
    .map(({ requirement, version, verdict, violations }) => {
      const messages = violations.map(({ message }) =>
        message.replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/conformance[-/][\w/-]+/g, 'NAME'),
      );
      return [requirement, version, verdict, ...messages].join(' ');
    })
    .sort();
}

test.concurrent.for(KINDS)('the command finds what the proof finds: %s', async (kind) => {
  const ids = faultsOf(kind);
  const all: Wanted[] = ids.map((id) => wantedFor(faultNamed(id)));
  const { seed = 1, ...wanted }: Wanted = Object.assign({ versions: [VERSION] }, ...all);
  const proven = await withFaults(ids, wanted, (reference) =>
    judged(reference, { ...wanted, seed }),
  );
  const reported = await withFaults(ids, wanted, (reference) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', reference.url, ...optionsFor(wanted), '--report', 'r.json'];
      const env = { ...credentials(reference), TMPDIR: cwd };
      await spawned([...args, '--quiet'], { cwd, env });
      const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report;
      return [...report.results, ...(report.extensions ?? []).flatMap(({ results }) => results)];
    }),
  );
  const isProven = new Set(proven.map(({ requirement }) => requirement));
  const same = reported.filter(
    ({ requirement, version, verdict }) =>
      isProven.has(requirement) && version === VERSION && verdict !== 'not-applicable',
  );
  expect(found(same)).toEqual(found(proven));
  const red = proven.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  for (const id of ids) {
    const { detectedBy } = faultNamed(id);
    expect(
      red.some(({ requirement }) => detectedBy.includes(requirement)),
      id,
    ).toBe(true);
  }
  expect(ids).not.toEqual([]);
});
