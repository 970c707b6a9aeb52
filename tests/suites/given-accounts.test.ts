import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { judged } from '../../tools/proof/evaluation.js';

// Which accounts there are is the user's choice, and no gap of the instance: it is not "incomplete".
test.concurrent.each([
  ['nobody signs in', []],
  ['the role user alone signs in', ['user' as const]],
  ['the role other alone signs in', ['other' as const]],
  ['the role maintainer alone signs in', ['maintainer' as const]],
])('where %s, what may be written leaves nothing open', async (_, given) => {
  const reference = await startReference();
  try {
    const credentials = Object.fromEntries(given.map((role) => [role, reference.roles[role]]));
    const only = ['bundle-writes', 'write-rules'];
    const wanted = { only, versions: ['1.3' as const], credentials, writes: {} };
    const results = await judged({ url: reference.url, roles: reference.roles }, wanted);
    const open = results.filter(
      ({ verdict }) => !['pass', 'observed', 'skipped'].includes(verdict),
    );
    expect(open.map(({ requirement, reason }) => [requirement, reason])).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  } finally {
    await reference.stop();
  }
});
