import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BODY_MISBEHAVIOURS } from '../../fixtures/hostile/bodies.js';
import { MISBEHAVIOURS } from '../../fixtures/hostile/catalogue.js';
import { LARGE_MISBEHAVIOURS } from '../../fixtures/hostile/large-bodies.js';
import { URL_PASSWORD } from '../../fixtures/hostile/redirects-and-links.js';
import { DETAILS } from './details.js';
import { robustness } from './robustness.js';
import { blamesItself, ciCommandsIn, summaryOf } from './summary.js';
import { tryServer } from './trial.js';

/** Every run ends by itself; on a busy machine the slowest takes minutes. */
const LONGEST_SECONDS = 600;

/** Whether a server answers at all depends on no load; those that never do set a short timeout of their own. */
const PATIENT = ['--max-duration', String(LONGEST_SECONDS), '--timeout', '300'];

/** Those that could need much memory run in processes of their own. */
const MEASURED = [...BODY_MISBEHAVIOURS, ...LARGE_MISBEHAVIOURS];
const MOST_MEGABYTES = 400;

const rows = new Map<string, string>();

// No file .env of the project is read.
beforeAll(() => process.chdir(tmpdir()));

// The last ones wait longest, and the others need not wait for them.
test.concurrent.for(MISBEHAVIOURS.toReversed())('$id: $says', async (misbehaviour, { expect }) => {
  const isMeasured = MEASURED.includes(misbehaviour);
  const trial = await tryServer(misbehaviour, PATIENT, isMeasured);
  rows.set(misbehaviour.id, summaryOf(trial));
  expect(trial.stdout).toMatch(DETAILS.get(misbehaviour.id) ?? '');
  expect(blamesItself(trial), trial.stdout + trial.stderr).toBe(false);
  expect(ciCommandsIn(trial)).toEqual([]);
  expect(trial.stdout + trial.stderr + trial.reportText).not.toContain(URL_PASSWORD);
  expect(trial.megabytes ?? 0).toBeLessThan(MOST_MEGABYTES);
  expect(trial.reportErrors).toEqual([]);
  expect(trial.harm).toEqual([]);
  // Either one line that says why nothing was checked, or a report.
  expect(trial.report !== undefined).toBe(trial.stdout !== '');
});

test('fixtures/hostile/README.md says how each run ends (-u updates it)', async () => {
  const ids = MISBEHAVIOURS.map(({ id }) => id);
  expect([...rows.keys()].sort()).toEqual([...ids].sort());
  expect(ids).toEqual(expect.arrayContaining([...DETAILS.keys()]));
  await expect(robustness(rows)).toMatchFileSnapshot('../../fixtures/hostile/README.md');
});

afterAll(() => rows.clear());
