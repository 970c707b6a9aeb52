import { test } from 'vitest';
import { followed } from './follow.js';
import { FOLLOWED } from './pages.js';

test.concurrent.for(FOLLOWED)(
  '%s does what it says (-u renews the output that it shows)',
  async (page, { expect }) => {
    await expect(await followed(page)).toMatchFileSnapshot(`../../${page}`);
  },
);
