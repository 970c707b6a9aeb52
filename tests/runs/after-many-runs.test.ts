import { expect, test } from 'vitest';
import { makeState } from '../../fixtures/reference/data/state.js';
import { type Check, nextId, type State } from '../../fixtures/reference/model.js';
import { judged } from '../../tools/proof/evaluation.js';
import { withInstance } from './instance.js';

/** As many checks as twenty runs leave on a patch: more than fit on a page. */
const CHECKS = 120;

const versions = ['1.3', '1.4'] as const;

/** The groups that read or create checks, and the contracts. */
const GROUPS = {
  versions,
  only: ['checks', 'check-writes', 'event-writes', 'write-sequences', 'filter.checks.*'],
};
const CONTRACTS = { versions, only: ['client-checks', 'client-patches'] };

/** The verdicts on an instance, and the checks that the run left. */
async function verdicts(state: State): Promise<{ rows: string[]; left: Check[] }> {
  const before = new Set(state.checks.keys());
  return withInstance({ state }, async (reference) => {
    const results = [
      ...(await judged(reference, { ...GROUPS, writes: {} })),
      ...(await judged(reference, { ...CONTRACTS, contracts: true, writes: {} })),
    ];
    const rows = results.map(
      ({ requirement, version, verdict }) => `${requirement} ${version} ${verdict}`,
    );
    return { rows, left: [...state.checks.values()].filter(({ id }) => !before.has(id)) };
  });
}

test('the checks that many runs left on an instance change no verdict', async () => {
  const fresh = await verdicts(makeState());
  const used = makeState();
  const patches = new Set(fresh.left.map(({ patch }) => patch));
  for (const patch of patches) addChecks(used, patch, fresh.left);
  expect(await verdicts(used)).toMatchObject({ rows: fresh.rows });
  // The control: they are spread, a patch for each version, so that a patch gets few in each run.
  expect(patches.size).toBe(versions.length);
});

/** Repeats a check that a run left, with its event. */
function addChecks({ checks, events, patches }: State, patch: number, left: readonly Check[]) {
  const of = left.find((check) => check.patch === patch && check.context.startsWith('conformance'));
  const event = [...events.values()].findLast(({ category }) => category === 'check-created');
  if (of === undefined || event === undefined) throw new Error(`no check of patch ${patch}`);
  for (let n = 0; n < CHECKS; n += 1) {
    const check = { ...of, id: nextId(checks) };
    checks.set(check.id, check);
    const { project = event.project } = patches.get(patch) ?? {};
    const id = nextId(events);
    events.set(id, { ...event, id, project, patch, check: check.id, date: check.date });
  }
}
