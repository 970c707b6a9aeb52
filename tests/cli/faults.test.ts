import { expect, test } from 'vitest';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { conformance } from './command.js';

test.concurrent('faults shows every defect with its id, its sentence and what catches it', async ({
  expect,
}) => {
  const { status, stdout } = await conformance(['faults']);
  const ids = stdout.split('\n').filter((line) => /^\S/.test(line));
  expect(ids).toEqual(FAULTS.map(({ id }) => id));
  expect(stdout).toMatch(/\nlast-off-by-one\n {2}\S.*\n {2}→ page\.last\.points\n/);
  expect(status).toBe(0);
});

test.concurrent('faults --json tells all that is known of them', async ({ expect }) => {
  const { stdout } = await conformance(['faults', '--json']);
  const known = FAULTS.map(({ id, says, detectedBy, writtenFrom, writes = false }) => {
    return { id, says, detectedBy, writtenFrom, writes };
  });
  expect(JSON.parse(stdout)).toEqual(known);
});

test('faults that contradict each other are refused', async () => {
  const both = 'cover-detail-without-content,cover-without-content-crashes';
  const { status, stderr } = await conformance(['demo', '--fault', both]);
  expect(stderr).toMatch(
    /: --fault: cover-without-content-crashes cannot be added .*; leave one out/,
  );
  expect(status).toBe(2);
});

test('explain names the faults that turn a requirement red, and what only observes has none', async () => {
  const red = await conformance(['explain', 'page.last.points']);
  expect(red.stdout).toMatch(/faults +[\s\S]*last-off-by-one/);
  const observed = await conformance(['explain', 'check.states']);
  expect(observed.stdout).toMatch(/faults +none, since it cannot fail/);
});
