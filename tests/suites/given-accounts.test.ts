import { expect, test } from 'vitest';
import { judged } from '../../tools/proof/evaluation.js';
import { withInstance } from '../runs/instance.js';

// Which accounts there are is the user's choice, and no gap of the instance: it is not "incomplete".
test.concurrent.each([[[]], [['user' as const]], [['other' as const]], [['maintainer' as const]]])(
  'where only %j sign in, what may be written leaves nothing open',
  async (given) => {
    const results = await withInstance({}, ({ url, roles }) => {
      const credentials = Object.fromEntries(given.map((role) => [role, roles[role]]));
      const only = ['bundle-writes', 'write-rules'];
      return judged({ url, roles }, { only, versions: ['1.3'], credentials, writes: {} });
    });
    const settled = ['pass', 'observed', 'skipped'];
    expect(results.filter(({ verdict }) => !settled.includes(verdict))).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  },
);
