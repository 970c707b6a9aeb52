import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { credentialName, NEEDED_ROLES } from '../../harness/role.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { withProxy } from '../harness/proxy.js';

const GROUPS =
  'root,versions,consistency,bundles,covers,filters,search,authorisation,errors,page.*';

test('a run that is repeated with its seed asks the same in the same order, one by one', async () => {
  const first = await requestsOfARun();
  const again = await requestsOfARun();
  expect(again).toEqual(first);
  // The control: there was something to confuse, and several accounts asked for it.
  expect(first.length).toBeGreaterThan(100);
  expect(new Set(first).size).toBeGreaterThan(100);
  expect(new Set(first.map((request) => request.split(' ')[2])).size).toBeGreaterThan(3);
});

/** What a server that has just been started is asked by a run, with who asks. */
async function requestsOfARun(): Promise<string[]> {
  const asked: string[] = [];
  const reference = await startReference();
  const tokens = NEEDED_ROLES.map((role): [string, string] => [
    credentialName(role, 'token'),
    reference.roles[role].token,
  ]);
  try {
    await withProxy(
      reference.url,
      ({ method, path, headers }) => {
        asked.push(`${method} ${path} ${headers.authorization?.replace(' ', ':') ?? 'nobody'}`);
        return 'pass';
      },
      (url) =>
        inNewFolder(async (cwd) => {
          const how = ['--seed', '7', '--concurrency', '1', '--quiet'];
          const what = ['--versions', '1.0,1.4', '--only', GROUPS];
          const { status } = await conformance(['--base-url', url, ...what, ...how], {
            cwd,
            env: Object.fromEntries(tokens),
          });
          expect(status).toBe(0);
        }),
    );
  } finally {
    await reference.stop();
  }
  return asked;
}
